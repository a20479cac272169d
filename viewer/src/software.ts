/** Whether the processor draws because there is no graphics card: then pictures are made a little simpler. */

let known: boolean | null = null;

/** Whether it is so; asked once. */
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
