/** Numbers of keys as GLFW counts them, which programs that listen to keys know. */

const NAMED: Record<string, number> = {
  Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61, BracketLeft: 91, Backslash: 92, BracketRight: 93, Backquote: 96,
  Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260, Delete: 261, ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265,
  PageUp: 266, PageDown: 267, Home: 268, End: 269, CapsLock: 280, NumpadDecimal: 330, NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333,
  NumpadAdd: 334, NumpadEnter: 335,
};

/** GLFW's number for a key of the browser; none for keys that GLFW does not know. */
export function glfwKey(code: string): number | null {
  const letter = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  if (letter) return (letter[1] ?? letter[2] ?? '').charCodeAt(0);
  const pad = /^Numpad(\d)$/.exec(code);
  if (pad) return 320 + Number(pad[1]);
  const f = /^F(\d{1,2})$/.exec(code);
  if (f && Number(f[1]) <= 25) return 289 + Number(f[1]);
  return NAMED[code] ?? null;
}
