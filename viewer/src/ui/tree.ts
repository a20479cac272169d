/** The tree of bodies: search, select, hide. */
import type { Page } from '../page.ts';
import { h, write } from './dom.ts';
import { fitNames, keepNamesFitted, label } from './names.ts';
import { section } from './section.ts';
import { JointType, type ModelMessage } from '../protocol.generated.ts';

/** Limit on rows. */
const MOST_ROWS = 400;
/** Models of up to this number of bodies are shown unfolded. */
const SMALL = 60;
/** Levels that a large model shows at first. */
const LEVELS = 2;
/** Pixels that a level is moved to the right, and the most of all levels. */
const INDENT = 12;
const MOST_INDENT = 72;

const JOINTS: Record<number, string> = { [JointType.Free]: 'free', [JointType.Ball]: 'ball', [JointType.Slide]: 'slide', [JointType.Hinge]: 'hinge' };

/** A body of the tree. */
export interface TreeNode {
  body: number;
  name: string;
  level: number;
  parent: number;
  children: number[];
  /** What is attached to it, for people. */
  note: string;
  /** All names that a search looks at, in small letters. */
  words: string;
}

/** The bodies of a model as a tree, by number. */
export function treeOf(model: ModelMessage): TreeNode[] {
  const nodes: TreeNode[] = model.bodies.map(({ name, parent }, body) => ({
    body, name: name || (body === 0 ? 'world' : `body ${body}`), level: 0, parent: body === 0 ? -1 : parent, children: [], note: '', words: '',
  }));
  const joints = nodes.map((): string[] => []);
  const words = nodes.map((node) => [node.name]);
  for (const joint of model.joints) {
    joints[joint.body]?.push(JOINTS[joint.type] ?? '');
    words[joint.body]?.push(joint.name);
  }
  for (const geom of model.geoms) words[geom.body]?.push(geom.name);
  for (const node of nodes) {
    const parent = nodes[node.parent];
    // a parent comes before its children
    node.level = parent ? parent.level + 1 : 0;
    parent?.children.push(node.body);
    const kinds = [...new Set(joints[node.body])];
    node.note = kinds.map((kind) => {
      const count = joints[node.body]?.filter((other) => other === kind).length ?? 0;
      return count > 1 ? `${count} ${kind}` : kind;
    }).join(', ');
    node.words = (words[node.body] ?? []).join('\n').toLowerCase();
  }
  return nodes;
}

/** The bodies to show, in order: those that a search finds with their parents, or those that are unfolded. */
export function visibleNodes(nodes: readonly TreeNode[], wanted: string, isOpen: (body: number) => boolean): TreeNode[] {
  const found = new Set<number>();
  if (wanted) {
    for (const node of nodes) {
      if (!node.words.includes(wanted)) continue;
      for (let at: TreeNode | undefined = node; at && !found.has(at.body); at = nodes[at.parent]) found.add(at.body);
    }
  }
  const out: TreeNode[] = [];
  const waiting = nodes[0] ? [nodes[0]] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (wanted && !found.has(node.body)) continue;
    out.push(node);
    if (!wanted && !isOpen(node.body)) continue;
    for (const child of [...node.children].reverse()) {
      const next = nodes[child];
      if (next) waiting.push(next);
    }
  }
  return out;
}

/** A body and all below it. */
export function subtree(nodes: readonly TreeNode[], body: number): number[] {
  const out = [body];
  for (let i = 0; i < out.length; i++) out.push(...(nodes[out[i] as number]?.children ?? []));
  return out;
}

/** The panel of the tree. */
export function buildTreePanel(page: Page): HTMLElement {
  return new TreePanel(page).element;
}

class TreePanel {
  private readonly part = section('Model', false, () => this.draw());
  private readonly list = h('div', { class: 'tree', role: 'tree', 'aria-label': 'Bodies' });
  private readonly more = h('p', { class: 'hint' });
  private readonly all = h('button', { type: 'button', hidden: true, onclick: () => this.setHidden([]) }, 'Show all');
  private readonly search = h('input', { type: 'search', placeholder: 'Search bodies, joints, geoms', 'aria-label': 'Search the model', oninput: () => this.draw() });
  private nodes: TreeNode[] = [];
  private shown: TreeNode[] = [];
  private readonly open = new Set<number>();
  private hidden = new Set<number>();
  /** The row that the Tab key goes to. */
  private current = 0;
  private name = '';

  constructor(private readonly page: Page) {
    const hint = h('p', { class: 'hint' }, 'Enter selects a body, Space hides it with its children.');
    this.part.body.append(this.search, this.list, this.more, this.all, hint);
    keepNamesFitted(this.list);
    this.list.addEventListener('keydown', (event) => this.press(event));
    this.list.addEventListener('focusin', ({ target }) => {
      const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-body]') : null;
      if (row) this.current = Number(row.dataset['body']);
    });
    page.store.on('model', (model) => this.start(model));
    page.store.on('picked', (picked) => this.reveal(picked?.body ?? 0));
  }

  get element(): HTMLElement {
    return this.part.element;
  }

  private start(model: ModelMessage): void {
    this.nodes = treeOf(model);
    if (model.name !== this.name) {
      this.open.clear();
      this.hidden.clear();
      for (const { body, level } of this.nodes) if (this.nodes.length <= SMALL || level < LEVELS) this.open.add(body);
    }
    this.name = model.name;
    this.current = 0;
    this.draw();
  }

  /** Unfolds the parents of a selected body. */
  private reveal(body: number): void {
    if (body > 0) {
      for (let at = this.nodes[body]?.parent ?? -1; at >= 0; at = this.nodes[at]?.parent ?? -1) this.open.add(at);
      this.current = body;
    }
    this.draw();
    if (body > 0 && this.part.isOpen()) this.row(body)?.scrollIntoView({ block: 'nearest' });
  }

  private row(body: number): HTMLElement | null {
    return this.list.querySelector(`[data-body="${body}"]`);
  }

  private setHidden(bodies: Iterable<number>): void {
    this.hidden = new Set(bodies);
    this.page.hide([...this.hidden]);
    this.draw();
  }

  private toggleHidden(body: number): void {
    const bodies = subtree(this.nodes, body);
    const next = new Set(this.hidden);
    const isHidden = next.has(body);
    for (const one of bodies) if (isHidden) next.delete(one); else next.add(one);
    this.setHidden(next);
  }

  private toggleOpen(body: number, isOpen = !this.open.has(body)): void {
    if (isOpen) this.open.add(body);
    else this.open.delete(body);
    this.draw();
  }

  private draw(): void {
    if (!this.part.isOpen()) return;
    const hadFocus = this.list.contains(document.activeElement);
    const found = visibleNodes(this.nodes, this.search.value.toLowerCase(), (body) => this.open.has(body));
    this.shown = found.slice(0, MOST_ROWS);
    if (!this.shown.some(({ body }) => body === this.current)) this.current = this.shown[0]?.body ?? 0;
    const indent = Math.min(INDENT, MOST_INDENT / Math.max(...this.shown.map(({ level }) => level), 1));
    this.list.replaceChildren(...this.shown.map((node) => this.makeRow(node, indent)));
    fitNames(this.list);
    const rest = found.length - this.shown.length;
    write(this.more, found.length === 0 ? 'No name has these letters.' : rest > 0 ? `${rest} more: search for their names.` : '');
    this.all.hidden = this.hidden.size === 0;
    if (hadFocus) this.row(this.current)?.focus({ preventScroll: true });
  }

  private makeRow(node: TreeNode, indent: number): HTMLElement {
    const { body, name, level, children, note } = node;
    const [isOpen, isHidden] = [this.open.has(body) || this.search.value !== '', this.hidden.has(body)];
    const isSelected = this.page.store.picked?.body === body;
    const twist = h('button', { type: 'button', class: 'twist', tabIndex: -1, 'aria-hidden': 'true', onclick: (event: Event) => { event.stopPropagation(); this.toggleOpen(body); } }, children.length > 0 ? (isOpen ? '▾' : '▸') : '');
    const eye = h('button', {
      type: 'button', class: 'eye', tabIndex: -1, title: isHidden ? 'Show with its children' : 'Hide with its children',
      'aria-label': `${isHidden ? 'Show' : 'Hide'} ${name}`, 'aria-pressed': String(isHidden),
      onclick: (event: Event) => { event.stopPropagation(); this.toggleHidden(body); },
    }, isHidden ? '○' : '●');
    const row = h('div', {
      class: isSelected ? 'node selected' : 'node', role: 'treeitem', tabIndex: body === this.current ? 0 : -1, 'aria-level': String(level + 1), 'data-body': String(body),
      'aria-selected': String(isSelected), 'aria-label': note ? `${name}, ${note}` : name,
      onclick: () => this.select(body),
    }, twist, label(name), h('small', { class: 'hint' }, note), eye);
    if (children.length > 0) row.setAttribute('aria-expanded', String(isOpen));
    if (isHidden) row.classList.add('off');
    row.style.paddingLeft = `${level * indent}px`;
    return row;
  }

  private select(body: number): void {
    this.current = body;
    this.page.send({ do: 'select', body });
  }

  private press(event: KeyboardEvent): void {
    const at = this.shown.findIndex(({ body }) => body === this.current);
    const node = this.shown[at];
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const go = (to: TreeNode | undefined) => {
      if (!to) return;
      this.row(this.current)?.setAttribute('tabindex', '-1');
      this.current = to.body;
      const row = this.row(to.body);
      row?.setAttribute('tabindex', '0');
      row?.focus();
    };
    const isOpen = this.open.has(node.body);
    switch (event.key) {
      case 'ArrowDown': go(this.shown[at + 1]); break;
      case 'ArrowUp': go(this.shown[at - 1]); break;
      case 'Home': go(this.shown[0]); break;
      case 'End': go(this.shown.at(-1)); break;
      case 'ArrowRight':
        if (node.children.length > 0 && !isOpen) this.toggleOpen(node.body, true);
        else go(this.nodes[node.children[0] ?? -1]);
        break;
      case 'ArrowLeft':
        if (node.children.length > 0 && isOpen) this.toggleOpen(node.body, false);
        else go(this.nodes[node.parent]);
        break;
      case 'Enter': this.select(node.body); break;
      case ' ': this.toggleHidden(node.body); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
