//! NVRTC, NVIDIA's compiler library for CUDA, loaded at run time.
//!
//! cudarc knows the library's names. This file also searches newer releases and folders that a program names. It declares the functions
//! itself: cudarc's end the process if one is missing, and return an enum that newer libraries exceed.

use cudarc::nvrtc::sys::{culib, is_culib_present, nvrtcProgram};
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What to do without the library.
const MISSING: &str = "NVIDIA's compiler libnvrtc was not found: install it with `pip install nvidia-cuda-nvrtc-cu12` (Python finds it; \
                       its folder is nvidia/cuda_nvrtc/lib among the packages), or with CUDA's toolkit, and name its folder in \
                       LD_LIBRARY_PATH before the program starts";

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),*),)*) => {
        /// Functions of the library. Each returns an error code, 0 on success.
        #[derive(Debug)]
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl Functions {
            fn load() -> Result<Self, String> {
                let library = library()?;
                Ok(Self {
                    $($name: {
                        let found = library($symbol)
                            .map_err(|e| format!("NVIDIA's compiler libnvrtc is too old: {e}; {MISSING}"))?;
                        // SAFETY: the type is that of this function in nvrtc.h.
                        unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) -> c_int>(found) }
                    },)*
                })
            }
        }
    };
}

functions! {
    version = "nvrtcVersion" (*mut c_int, *mut c_int),
    create = "nvrtcCreateProgram" (*mut nvrtcProgram, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char),
    compile = "nvrtcCompileProgram" (nvrtcProgram, c_int, *const *const c_char),
    destroy = "nvrtcDestroyProgram" (*mut nvrtcProgram),
    log_len = "nvrtcGetProgramLogSize" (nvrtcProgram, *mut usize),
    log = "nvrtcGetProgramLog" (nvrtcProgram, *mut c_char),
    image_len = "nvrtcGetCUBINSize" (nvrtcProgram, *mut usize),
    image = "nvrtcGetCUBIN" (nvrtcProgram, *mut c_char),
}

/// Folders that are searched after those of the system.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Names of the library, the newest first. cudarc does not know releases newer than itself.
const NAMES: [&str; 3] = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"];

/// Adds a folder that is searched if the system does not find the library.
pub fn look_in(folder: &Path) {
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    if !folders.iter().any(|known| known == folder) {
        folders.push(folder.to_path_buf());
    }
}

/// Looks up the address of a function by name.
type Lookup = Box<dyn Fn(&str) -> Result<*mut c_void, String>>;

/// Loads the library from the system, or from one of the folders. It stays loaded.
fn library() -> Result<Lookup, String> {
    // SAFETY: this is NVIDIA's library, whose initialisers any program that compiles with it runs; cudarc takes what it found.
    let known = unsafe { is_culib_present().then(|| culib()) };
    if let Some(library) = known {
        // SAFETY: an address is taken, and nothing is called.
        let address = |name: &str| unsafe { library.get::<*mut c_void>(name.as_bytes()) }.map(|found| *found);
        return Ok(Box::new(move |name| address(name).map_err(|e| e.to_string())));
    }
    let folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let files = folders.iter().flat_map(|folder| NAMES.map(|name| folder.join(name)));
    let mut files = NAMES.map(PathBuf::from).into_iter().chain(files);
    // SAFETY: as above.
    let found = files.find_map(|file| unsafe { Library::new(file) }.ok());
    let library: &'static Library = Box::leak(Box::new(found.ok_or(MISSING)?));
    // SAFETY: as above.
    let address = |name: &str| unsafe { library.get::<*mut c_void>(name.as_bytes()) }.map(|found| *found);
    Ok(Box::new(move |name| address(name).map_err(|e| e.to_string())))
}

impl Functions {
    /// The library of this machine, loaded at the first call that finds it.
    fn get() -> Result<&'static Self, String> {
        static LOADED: Mutex<Option<&'static Functions>> = Mutex::new(None);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        match *loaded {
            Some(functions) => Ok(functions),
            None => Ok(loaded.insert(Box::leak(Box::new(Self::load()?)))),
        }
    }
}

/// An error if this program was built without NVRTC; this one was built with it.
pub fn built_in() -> Result<(), String> {
    Ok(())
}

/// Major and minor version of the library, or why it cannot be used.
pub fn version() -> Result<[i32; 2], String> {
    let functions = Functions::get()?;
    let [mut major, mut minor]: [c_int; 2] = [0; 2];
    // SAFETY: both numbers are written into variables of their types.
    check("version", unsafe { (functions.version)(&raw mut major, &raw mut minor) })?;
    Ok([major, minor])
}

/// Compiles a module. Returns its image, or the compiler's message.
pub fn compile(name: &str, text: &str, options: &[&str]) -> Result<Vec<u8>, String> {
    let program = Program::new(Functions::get()?, name, text)?;
    program.compile(options)?;
    program.image()
}

/// A program of NVRTC, destroyed when this is dropped.
struct Program {
    functions: &'static Functions,
    program: nvrtcProgram,
}

impl Program {
    fn new(functions: &'static Functions, name: &str, text: &str) -> Result<Self, String> {
        let (name, text) = (c_text(name)?, c_text(text)?);
        let mut made = Self { functions, program: std::ptr::null_mut() };
        let none = std::ptr::null();
        // SAFETY: both texts end with a zero, and the library copies them; there are no headers.
        let code = unsafe { (functions.create)(&raw mut made.program, text.as_ptr(), name.as_ptr(), 0, none, none) };
        check("its text", code)?;
        Ok(made)
    }

    fn compile(&self, options: &[&str]) -> Result<(), String> {
        let options = options.iter().map(|option| c_text(option)).collect::<Result<Vec<CString>, String>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the program is not destroyed, and there are as many options, each of which ends with a zero.
        let code = unsafe { (self.functions.compile)(self.program, pointers.len() as c_int, pointers.as_ptr()) };
        check("compilation", code).map_err(|failed| format!("{failed}: {}", self.log()))
    }

    /// The compiler's messages.
    fn log(&self) -> String {
        let mut len = 0;
        // SAFETY: the program is not destroyed, and the length is written into a variable of its type.
        if unsafe { (self.functions.log_len)(self.program, &raw mut len) } != 0 {
            return String::new();
        }
        let mut bytes = vec![0_u8; len + 1];
        // SAFETY: the buffer has as many bytes as the library said, and one more that stays zero.
        if unsafe { (self.functions.log)(self.program, bytes.as_mut_ptr().cast()) } != 0 {
            return String::new();
        }
        CStr::from_bytes_until_nul(&bytes).map(|log| log.to_string_lossy().trim().to_string()).unwrap_or_default()
    }

    fn image(&self) -> Result<Vec<u8>, String> {
        let mut len = 0;
        // SAFETY: the program was compiled for a GPU, and the length is written into a variable of its type.
        check("length of the result", unsafe { (self.functions.image_len)(self.program, &raw mut len) })?;
        let mut bytes = vec![0_u8; len];
        // SAFETY: the buffer has as many bytes as the library said.
        check("the result", unsafe { (self.functions.image)(self.program, bytes.as_mut_ptr().cast()) })?;
        if !bytes.starts_with(b"\x7fELF") {
            return Err("libnvrtc made no image: name a GPU architecture such as sm_90".into());
        }
        Ok(bytes)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if !self.program.is_null() {
            // SAFETY: the program was made by this library and only this value has it.
            unsafe { (self.functions.destroy)(&raw mut self.program) };
        }
    }
}

fn c_text(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|e| format!("a text with a zero in it: {e}"))
}

fn check(what: &str, code: c_int) -> Result<(), String> {
    if code == 0 { Ok(()) } else { Err(format!("libnvrtc, {what}: error {code}")) }
}
