/** The mark of the keyboard's place: the picture has it only for those who come with keys. */

/** Focuses the picture, as at the start of the page and by a pointer, without the mark until the focus has left it. */
export function focusQuietly(picture: HTMLElement): void {
  const hush = () => picture.classList.add('quiet');
  picture.addEventListener('pointerdown', hush);
  picture.addEventListener('blur', () => picture.classList.remove('quiet'));
  hush();
  picture.focus();
}
