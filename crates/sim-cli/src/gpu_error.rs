//! Errors of GPU batches as texts of the command: their cures are its options.

use sim_gpu::GpuSimError;

/// An error of a GPU batch with the options of the command as its cure.
pub fn text(error: &GpuSimError) -> String {
    match error {
        GpuSimError::Unsupported(reasons) => {
            format!("the GPU does not support this model: {}: change the model, or leave out --gpu", reasons.join("; "))
        }
        GpuSimError::BatchTooLarge { worlds, required, limit } => format!(
            "a buffer of {worlds} worlds needs {required} bytes, but this device allows {limit}: give fewer --worlds"
        ),
        GpuSimError::OutOfMemory { worlds, bytes } => format!(
            "the GPU has no free memory for a buffer of {worlds} worlds, {bytes} bytes: give fewer --worlds, or lower --contacts"
        ),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_gpu_name_options_of_the_command() {
        let cases = [
            (GpuSimError::Unsupported(vec!["flexes: delete them".into()]), "leave out --gpu"),
            (GpuSimError::BatchTooLarge { worlds: 9, required: 8, limit: 7 }, "fewer --worlds"),
            (GpuSimError::OutOfMemory { worlds: 9, bytes: 8 }, "lower --contacts"),
        ];
        for (error, cure) in cases {
            let text = text(&error);
            assert!(text.ends_with(cure) && !text.contains("BatchSim"), "{text}");
        }
    }
}
