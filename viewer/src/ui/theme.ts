/** Dark or light theme: the system's, until the user switches. */
import { keep, read } from './section.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function current(): 'dark' | 'light' {
  const kept = read('theme');
  return kept === 'dark' || kept === 'light' ? kept : dark.matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.theme = current();
}

/** Applies the theme of the system or the user, now and when it changes. */
export function followTheme(): void {
  apply();
  dark.addEventListener('change', apply);
}

/** Switches the theme and stores the choice. */
export function switchTheme(): void {
  keep('theme', current() === 'dark' ? 'light' : 'dark');
  apply();
}
