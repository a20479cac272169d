//! What is counted of a shader.

use shader_machine::{InstructionCounter, Settings, device};

/// Each lane adds up a row of four numbers; rows of two lanes lie in one line of memory.
const TEXT: &str = "
    @group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
    fn row(i: u32) -> f32 {
        var sum = 0.0;
        for (var k = 0u; k < 4u; k++) { sum += numbers[16u * i + k]; }
        return sum;
    }
    @compute @workgroup_size(32)
    fn main(@builtin(local_invocation_index) lane: u32) {
        let sum = row(lane);
        workgroupBarrier();
        numbers[16u * lane] = subgroupAdd(sum);
    }";

#[test]
fn loads_lines_and_exchanges_are_counted_by_function() {
    let counter = InstructionCounter::default();
    let (device, queue, _) = device(&Settings { counter: Some(counter.clone()), ..Settings::default() });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("sums"),
        source: wgpu::ShaderSource::Wgsl(TEXT.into()),
    });
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: false },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }],
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        ..Default::default()
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("sums"),
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("numbers"),
        size: 32 * 16 * 4,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    queue.submit([encoder.finish()]);
    let counted = counter.take();
    let of = |function: &str| counted[&("sums".to_string(), function.to_string())];
    let (row, main) = (of("row"), of("main"));
    assert_eq!((row.own.calls, row.own.far, row.own.lines), (1, 4, 4 * 16), "{row:?}");
    assert_eq!((main.own.barriers, main.own.exchanges, main.own.stores), (1, 5, 1), "{main:?}");
    assert_eq!(main.whole, main.own.instructions() + row.own.instructions());
    assert!(counter.take().is_empty(), "counts are taken once");
}
