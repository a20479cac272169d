/** Whether the browser draws on the CPU. Pictures are simpler then. */

let known: boolean | null = null;

/** Whether the browser has a software renderer. */
export function isSoftware(): boolean {
  known ??= ask();
  return known;
}

function ask(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}
