/** Everything around the picture. */
import type { Page } from '../page.ts';

export function buildPanels(_page: Page, _app: HTMLElement): void {}
