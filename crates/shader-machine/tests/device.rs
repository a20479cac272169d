//! The machine, asked through wgpu alone.

#![allow(clippy::unwrap_used)]

use shader_machine::{Settings, device};
use std::sync::{Arc, Mutex, mpsc};

const DATA: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);
const STAGING: wgpu::BufferUsages = wgpu::BufferUsages::MAP_READ.union(wgpu::BufferUsages::COPY_DST);

/// A device, its queue, and the messages of errors that no scope took.
struct TestDevice {
    device: wgpu::Device,
    queue: wgpu::Queue,
    errors: Arc<Mutex<Vec<String>>>,
}

impl TestDevice {
    fn new() -> Self {
        let (device, queue, _) = device(&Settings::default());
        let errors = Arc::new(Mutex::new(vec![]));
        let list = Arc::clone(&errors);
        device.on_uncaptured_error(Arc::new(move |e: wgpu::Error| list.lock().unwrap().push(e.to_string())));
        Self { device, queue, errors }
    }

    fn buffer(&self, label: &str, words: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let label = Some(label);
        self.device.create_buffer(&wgpu::BufferDescriptor { label, size: 4 * words, usage, mapped_at_creation: false })
    }

    fn write(&self, buffer: &wgpu::Buffer, at: u64, words: &[u32]) {
        self.queue.write_buffer(buffer, 4 * at, bytemuck::cast_slice(words));
    }

    /// The contents of a buffer, through a staging buffer.
    fn read(&self, buffer: &wgpu::Buffer) -> Vec<u32> {
        let staging = self.buffer("staging", buffer.size() / 4, STAGING);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, None);
        self.queue.submit([encoder.finish()]);
        let (sender, receiver) = mpsc::channel();
        staging.map_async(wgpu::MapMode::Read, .., move |result| sender.send(result).unwrap());
        assert!(receiver.try_recv().is_err(), "answered before the device was polled");
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        receiver.recv().unwrap().unwrap();
        let words = bytemuck::pod_collect_to_vec(&staging.get_mapped_range(..).unwrap());
        staging.unmap();
        words
    }

    fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut self.errors.lock().unwrap())
    }

    /// Where the one error says this.
    fn assert_error(&self, part: &str) {
        let errors = self.take_errors();
        assert!(errors.len() == 1 && errors[0].contains(part), "{part:?} is not in {errors:?}");
    }
}

#[test]
fn words_are_written_copied_and_mapped() {
    let bench = TestDevice::new();
    let data = bench.buffer("data", 4, DATA);
    assert_eq!(bench.read(&data), [0; 4]);
    bench.write(&data, 1, &[5, 6]);
    assert_eq!(bench.read(&data), [0, 5, 6, 0]);
    let mut encoder = bench.device.create_command_encoder(&Default::default());
    encoder.clear_buffer(&data, 4, Some(4));
    bench.queue.submit([encoder.finish()]);
    assert_eq!(bench.read(&data), [0, 0, 6, 0]);
    bench.queue.write_buffer_with(&data, 12, wgpu::BufferSize::new(4).unwrap()).unwrap().copy_from_slice(&[9, 0, 0, 0]);
    assert_eq!(bench.read(&data), [0, 0, 6, 9]);
    assert!(bench.take_errors().is_empty());
}

#[test]
fn words_are_written_at_creation() {
    let bench = TestDevice::new();
    let data = bench.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("data"),
        size: 8,
        usage: DATA,
        mapped_at_creation: true,
    });
    data.get_mapped_range_mut(4..).unwrap().copy_from_slice(&[7, 0, 0, 0]);
    bench.write(&data, 0, &[1]);
    bench.assert_error("buffer \"data\" is mapped: unmap it");
    data.unmap();
    assert_eq!(bench.read(&data), [0, 7]);
}

#[test]
fn misuse_of_buffers_is_reported() {
    let bench = TestDevice::new();
    let data = bench.buffer("data", 4, DATA);
    bench.write(&data, 3, &[1, 2]);
    bench.assert_error("8 bytes at 12 are not inside of buffer \"data\", which has 16");
    data.map_async(wgpu::MapMode::Read, .., |result| assert!(result.is_err()));
    bench.assert_error("add BufferUsages(MAP_READ) to its usage");
    bench.device.poll(wgpu::PollType::Poll).unwrap();
    bench.write(&bench.buffer("fixed", 4, wgpu::BufferUsages::STORAGE), 0, &[1]);
    bench.assert_error("add BufferUsages(COPY_DST) to its usage");
    let mut encoder = bench.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&data, 0, &data, 8, 8);
    let commands = encoder.finish();
    bench.assert_error("is copied onto itself");
    bench.queue.submit([commands]);
    bench.assert_error("are invalid");
    data.destroy();
    bench.write(&data, 0, &[1]);
    bench.assert_error("was destroyed");
}

#[test]
fn a_scope_reports_a_bad_shader() {
    let bench = TestDevice::new();
    let outer = bench.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let inner = bench.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let other = bench.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let source = || wgpu::ShaderSource::Wgsl("fn main( {}".into());
    let _ = bench.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("bad"), source: source() });
    assert!(pollster::block_on(other.pop()).is_none());
    let error = pollster::block_on(inner.pop()).unwrap();
    assert!(error.to_string().contains("shader \"bad\""), "{error}");
    assert!(pollster::block_on(outer.pop()).is_none());
    assert!(bench.take_errors().is_empty());
    let _ = bench.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("worse"), source: source() });
    bench.assert_error("shader \"worse\"");
}

#[test]
fn a_device_reports_its_settings() {
    let settings =
        Settings { double: false, subgroup_sizes: [8, 16], workgroup_bytes: 16 << 10, ..Settings::default() };
    let (device, _, info) = device(&settings);
    assert_eq!(device.features(), wgpu::Features::SUBGROUP);
    assert_eq!(device.limits().max_compute_workgroup_storage_size, 16 << 10);
    assert_eq!([info.subgroup_min_size, info.subgroup_max_size], [8, 16]);
}

#[test]
fn full_memory_is_reported_and_freed() {
    let (device, ..) = device(&Settings { memory_bytes: 100, ..Settings::default() });
    let is_there = |size: u64| {
        let scope = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let usage = wgpu::BufferUsages::STORAGE;
        let buffer =
            device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
        (pollster::block_on(scope.pop()).is_none(), buffer)
    };
    let (first, most) = is_there(64);
    assert!(first && !is_there(40).0 && is_there(36).0);
    most.destroy();
    assert!(is_there(100).0 && !is_there(101).0);
}

#[test]
fn the_loss_is_reported() {
    let bench = TestDevice::new();
    let (sender, receiver) = mpsc::channel();
    bench.device.set_device_lost_callback(move |reason, _| sender.send(reason).unwrap());
    bench.device.destroy();
    assert_eq!(receiver.recv().unwrap(), wgpu::DeviceLostReason::Destroyed);
    bench.queue.submit([]);
    bench.assert_error("the device was destroyed");
}

/// Adds a number, from a place that a dynamic offset says, to every word of an array.
const ADD: &str = "
    struct Settings { count: u32, add: u32 }
    @group(0) @binding(0) var<storage, read_write> words: array<u32>;
    @group(0) @binding(1) var<uniform> settings: Settings;
    @compute @workgroup_size(32)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        if (id.x < settings.count) {
            words[id.x] = words[id.x] + settings.add * id.x;
        }
    }";

/// A kernel, and the layout of its bind group.
struct Kernel {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl Kernel {
    fn add(bench: &TestDevice) -> Self {
        let entry = |binding, ty, has_dynamic_offset| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None },
            count: None,
        };
        let layout = bench.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("add"),
            entries: &[
                entry(1, wgpu::BufferBindingType::Uniform, true),
                entry(0, wgpu::BufferBindingType::Storage { read_only: false }, false),
            ],
        });
        let module = bench.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("add"),
            source: wgpu::ShaderSource::Wgsl(ADD.into()),
        });
        let pipeline_layout = bench.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("add"),
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let pipeline = bench.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("add"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        Self { layout, pipeline }
    }

    fn bind(&self, bench: &TestDevice, words: &wgpu::Buffer, settings: &wgpu::Buffer) -> wgpu::BindGroup {
        let size = wgpu::BufferSize::new(8);
        let settings = wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: settings, offset: 0, size });
        bench.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("add"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: words.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: settings },
            ],
        })
    }

    /// Runs it once for each dynamic offset.
    fn run(&self, bench: &TestDevice, bindings: &wgpu::BindGroup, offsets: &[u32]) {
        let mut encoder = bench.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipeline);
        for &offset in offsets {
            pass.set_bind_group(0, bindings, &[offset]);
            pass.dispatch_workgroups(3, 1, 1);
        }
        drop(pass);
        bench.queue.submit([encoder.finish()]);
    }
}

#[test]
fn kernels_run_with_dynamic_offsets() {
    let bench = TestDevice::new();
    let kernel = Kernel::add(&bench);
    let words = bench.buffer("words", 70, DATA);
    let settings = bench.buffer("settings", 130, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
    bench.write(&settings, 0, &[70, 2]);
    bench.write(&settings, 64, &[65, 3]);
    kernel.run(&bench, &kernel.bind(&bench, &words, &settings), &[0, 256]);
    assert_eq!(bench.take_errors(), [""; 0]);
    let expected: Vec<u32> = (0..70).map(|i| if i < 65 { 5 * i } else { 2 * i }).collect();
    assert_eq!(bench.read(&words), expected);
}

#[test]
fn misuse_of_bindings_is_reported() {
    let bench = TestDevice::new();
    let kernel = Kernel::add(&bench);
    let both = bench.buffer("both", 70, DATA | wgpu::BufferUsages::UNIFORM);
    kernel.run(&bench, &kernel.bind(&bench, &both, &both), &[0, 0]);
    bench.assert_error("kernel \"add\": buffer \"both\" is bound twice");
    let settings = bench.buffer("settings", 64, wgpu::BufferUsages::UNIFORM);
    let bindings = kernel.bind(&bench, &both, &settings);
    for (offset, part) in [(256, "8 bytes at 256 are not inside"), (4, "begin at a multiple of 256")] {
        kernel.run(&bench, &bindings, &[offset]);
        let errors = bench.take_errors();
        assert!(errors[0].contains(part) && errors[1].contains("are invalid"), "{errors:?}");
    }
    let _ = kernel.bind(&bench, &settings, &both);
    bench.assert_error("binding 0: buffer \"settings\" was made for");
}

#[test]
fn shaders_need_no_more_than_there_is() {
    let error_of = |settings: Settings, body: &str| {
        let (device, _, _) = device(&settings);
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let text = format!(
            "var<workgroup> cells: array<f32, 1000>;\n@compute @workgroup_size(32) fn main() {{ cells[0] = 1.0; {body} }}"
        );
        let source = wgpu::ShaderSource::Wgsl(text.into());
        let _module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        pollster::block_on(scope.pop()).map(|error| error.to_string())
    };
    assert_eq!(error_of(Settings::default(), "let x = subgroupAdd(f64(1.0));"), None);
    let little = Settings { workgroup_bytes: 3999, ..Settings::default() };
    assert!(error_of(little, "").unwrap().contains("4000 bytes"));
    assert!(error_of(Settings { subgroups: false, ..Settings::default() }, "let x = subgroupAdd(1.0);").is_some());
    assert!(error_of(Settings { double: false, ..Settings::default() }, "let x = 1.0lf;").is_some());
}
