/** The list of contacts: what touches, with which force, at which distance. */
import type { Page } from '../page.ts';
import { h, write } from './dom.ts';
import { fitNames, keepNamesFitted, label } from './names.ts';
import { section } from './section.ts';
import { aligned } from './value.ts';
import type { ContactInfo, ContactsMessage } from '../protocol.generated.ts';

/** The panel of contacts. The server sends them while it is open. */
export function buildContactPanel(page: Page): HTMLElement {
  const part = section('Contacts', false, (isOpen) => page.showPanels({ contacts: isOpen }));
  const summary = h('p', { class: 'hint' });
  const body = h('tbody', {});
  const head = h('tr', {}, ...['Pair', 'Force (N)', 'Distance (mm)'].map((text) => h('th', { scope: 'col' }, text)));
  const table = h('table', { class: 'contacts' }, h('thead', {}, head), body);
  const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search contacts', oninput: () => draw() });
  let newest: ContactsMessage | null = null;
  const draw = () => {
    if (!newest) return;
    const wanted = search.value.toLowerCase();
    const found = newest.list.filter(({ sides }) => sides.some((side) => side.toLowerCase().includes(wanted)));
    const { count, list } = newest;
    const cut = list.length < count ? ` The ${list.length} with the largest forces are listed.` : '';
    write(summary, count === 0 ? 'Nothing touches.' : `${count} ${count === 1 ? 'contact' : 'contacts'}.${cut}`);
    table.hidden = found.length === 0;
    search.hidden = list.length < 12 && wanted === '';
    while (body.children.length > found.length) body.lastElementChild?.remove();
    const areNew = found.map((contact, i) => {
      const known = body.children[i] as HTMLTableRowElement | undefined;
      const row = known ?? h('tr', {}, h('td', {}), h('td', {}), h('td', {}));
      if (!known) body.append(row);
      return fill(page, row, contact);
    });
    if (areNew.includes(true)) fitNames(table);
  };
  keepNamesFitted(table);
  part.body.append(summary, search, table);
  page.store.on('contacts', (message) => {
    newest = message;
    draw();
  });
  page.store.on('model', () => {
    newest = null;
    body.replaceChildren();
  });
  if (part.isOpen()) page.showPanels({ contacts: true });
  return part.element;
}

/** Writes a contact into its row. Returns whether the row had other names. */
function fill(page: Page, row: HTMLTableRowElement, { sides, bodies, force, friction, distance }: ContactInfo): boolean {
  const [pair, newtons, millimetres] = [...row.cells];
  const name = sides.join(' – ');
  const isNew = row.dataset.pair !== name;
  if (pair && newtons && millimetres) {
    if (isNew) {
      row.dataset.pair = name;
      const select = h('button', { type: 'button', class: 'pair', 'aria-label': `Select a body of ${name}` }, ...sides.map((side) => label(side)));
      pair.replaceChildren(select);
    }
    // the body that moves: the world's number is 0
    const body = Math.max(...bodies);
    (pair.firstElementChild as HTMLElement).onclick = () => page.send({ do: 'select', body: Math.max(body, 0) });
    newtons.title = `Friction ${aligned(friction, 3)} N`;
    write(newtons, aligned(force, 2));
    write(millimetres, aligned(1000 * distance, 3));
  }
  return isNew;
}
