//! Layouts of bind groups, and bind groups.

use super::buffer::Buffer;
use super::missing::missing;
use super::shared::Shared;
use std::ops::Range;
use std::sync::Arc;
use wgpu::custom::{BindGroupInterface, BindGroupLayoutInterface};

/// A place for a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its number.
    pub binding: u32,
    ty: wgpu::BufferBindingType,
    is_dynamic: bool,
    least: u64,
}

/// Places for buffers, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout(Arc<[Slot]>);

impl BindGroupLayoutInterface for Layout {}

impl Layout {
    /// The layout of a descriptor.
    pub fn new(descriptor: &wgpu::BindGroupLayoutDescriptor<'_>) -> Result<Self, String> {
        let mut slots: Vec<Slot> = descriptor.entries.iter().map(Slot::new).collect();
        slots.sort_by_key(|slot| slot.binding);
        if let Some(pair) = slots.windows(2).find(|pair| pair[0].binding == pair[1].binding) {
            let label = descriptor.label.unwrap_or_default();
            return Err(format!("layout {label:?} has binding {} twice", pair[0].binding));
        }
        Ok(Self(slots.into()))
    }

    /// An empty layout, in place of an invalid one.
    pub fn empty() -> Self {
        Self([].into())
    }
}

impl Slot {
    fn new(entry: &wgpu::BindGroupLayoutEntry) -> Self {
        let wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size } = entry.ty else {
            missing("bindings of textures, samplers or acceleration structures")
        };
        if entry.count.is_some() {
            missing("arrays of bindings");
        }
        let least = min_binding_size.map_or(0, |size| size.get());
        Self { binding: entry.binding, ty, is_dynamic: has_dynamic_offset, least }
    }

    fn usage(&self) -> wgpu::BufferUsages {
        match self.ty {
            wgpu::BufferBindingType::Uniform => wgpu::BufferUsages::UNIFORM,
            wgpu::BufferBindingType::Storage { .. } => wgpu::BufferUsages::STORAGE,
        }
    }

    fn alignment(&self, limits: &wgpu::Limits) -> u64 {
        u64::from(match self.ty {
            wgpu::BufferBindingType::Uniform => limits.min_uniform_buffer_offset_alignment,
            wgpu::BufferBindingType::Storage { .. } => limits.min_storage_buffer_offset_alignment,
        })
    }

    fn most(&self, limits: &wgpu::Limits) -> u64 {
        match self.ty {
            wgpu::BufferBindingType::Uniform => limits.max_uniform_buffer_binding_size,
            wgpu::BufferBindingType::Storage { .. } => limits.max_storage_buffer_binding_size,
        }
    }
}

/// A buffer in its place.
#[derive(Clone, Debug)]
pub struct Entry {
    slot: Slot,
    buffer: Buffer,
    offset: u64,
    size: u64,
}

/// Words of a buffer that a shader is given.
#[derive(Clone, Debug)]
pub struct Place {
    /// The bind group.
    pub group: u32,
    /// The place in it.
    pub binding: u32,
    /// Whose words.
    pub buffer: Buffer,
    /// Which words.
    pub words: Range<usize>,
}

/// Buffers of a layout's bindings; `None` if they are invalid.
#[derive(Clone, Debug)]
pub struct BindGroup {
    /// Its label.
    pub label: String,
    bound: Option<Arc<(Layout, Vec<Entry>)>>,
}

impl BindGroupInterface for BindGroup {}

impl BindGroup {
    /// The bind group of a descriptor.
    pub fn new(shared: &Shared, descriptor: &wgpu::BindGroupDescriptor<'_>) -> Self {
        let label = descriptor.label.unwrap_or_default().to_string();
        let bound = bind(&shared.limits, descriptor).map_err(|e| format!("bind group {label:?}: {e}"));
        Self { label, bound: shared.errors.checked(bound).map(Arc::new) }
    }

    /// The words it gives to a shader, where it is bound like this.
    pub fn bound_buffers(
        &self,
        limits: &wgpu::Limits,
        group: u32,
        layout: &Layout,
        offsets: &[u32],
    ) -> Result<Vec<Place>, String> {
        self.try_bound_buffers(limits, group, layout, offsets)
            .map_err(|e| format!("bind group {:?}, set as group {group}: {e}", self.label))
    }

    fn try_bound_buffers(
        &self,
        limits: &wgpu::Limits,
        group: u32,
        layout: &Layout,
        offsets: &[u32],
    ) -> Result<Vec<Place>, String> {
        let (own, entries) = self.bound.as_deref().ok_or("it could not be made")?;
        if own != layout {
            return Err("its layout is not the one that the pipeline has there".into());
        }
        let wanted = entries.iter().filter(|entry| entry.slot.is_dynamic).count();
        if wanted != offsets.len() {
            return Err(format!("{} dynamic offsets are given and it has {wanted}", offsets.len()));
        }
        let mut offsets = offsets.iter().map(|&offset| u64::from(offset));
        let mut shift = |entry: &Entry| if entry.slot.is_dynamic { offsets.next().unwrap_or(0) } else { 0 };
        entries.iter().map(|entry| entry.place(limits, group, shift(entry))).collect()
    }
}

impl Entry {
    fn new(slot: &Slot, binding: &wgpu::BufferBinding<'_>) -> Result<Self, String> {
        let buffer = buffer_of(binding.buffer)?.clone();
        let rest = buffer.size().saturating_sub(binding.offset);
        let size = binding.size.map_or(rest, |size| size.get());
        Ok(Self { slot: slot.clone(), buffer, offset: binding.offset, size })
    }

    fn check(&self, limits: &wgpu::Limits) -> Result<(), String> {
        let (name, size, least, most) = (self.buffer.name(), self.size, self.slot.least, self.slot.most(limits));
        self.buffer.check_usage(self.slot.usage())?;
        if size == 0 || size < least || size > most {
            return Err(format!("{size} bytes of {name} are bound: {} to {most} may be", least.max(4)));
        }
        self.place(limits, 0, 0).map(|_| ())
    }

    fn place(&self, limits: &wgpu::Limits, group: u32, shift: u64) -> Result<Place, String> {
        let (offset, alignment) = (self.offset + shift, self.slot.alignment(limits));
        if !self.offset.is_multiple_of(alignment) || !shift.is_multiple_of(alignment) {
            let name = self.buffer.name();
            return Err(format!("{name} is bound from byte {offset}: begin at a multiple of {alignment}"));
        }
        let bytes = self.buffer.check_range(offset, self.size)?;
        let words = bytes.start / 4..bytes.end / 4;
        Ok(Place { group, binding: self.slot.binding, buffer: self.buffer.clone(), words })
    }
}

fn bind(limits: &wgpu::Limits, descriptor: &wgpu::BindGroupDescriptor<'_>) -> Result<(Layout, Vec<Entry>), String> {
    let layout = descriptor.layout.as_custom::<Layout>().ok_or("its layout is of another device")?;
    if descriptor.entries.len() != layout.0.len() {
        return Err(format!("{} buffers are given and its layout has {}", descriptor.entries.len(), layout.0.len()));
    }
    let mut entries = Vec::with_capacity(layout.0.len());
    for slot in layout.0.iter() {
        let given = descriptor.entries.iter().find(|entry| entry.binding == slot.binding);
        let given = given.ok_or_else(|| format!("nothing is given for binding {}", slot.binding))?;
        let wgpu::BindingResource::Buffer(binding) = &given.resource else {
            missing("bindings of textures, samplers or acceleration structures")
        };
        let entry = Entry::new(slot, binding)?;
        entry.check(limits).map_err(|e| format!("binding {}: {e}", slot.binding))?;
        entries.push(entry);
    }
    Ok((layout.clone(), entries))
}

fn buffer_of(buffer: &wgpu::Buffer) -> Result<&Buffer, String> {
    buffer.as_custom().ok_or_else(|| "a buffer is of another device".into())
}
