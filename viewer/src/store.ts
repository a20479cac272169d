/** State of the page. Panels read it and get its changes. */
import type { ConnectionState } from './connection.ts';
import type { Frame } from './frame.ts';
import type {
  ContactsMessage, ErrorMessage, KeyframeMessage, ModelMessage, PickedMessage, SettingsMessage, StatusMessage, WidgetsMessage,
} from './protocol.generated.ts';

/** Kinds of changes. */
export interface Changes {
  model: ModelMessage;
  status: StatusMessage;
  frame: Frame;
  error: ErrorMessage | null;
  picked: PickedMessage | null;
  contacts: ContactsMessage;
  settings: SettingsMessage;
  keyframe: KeyframeMessage;
  widgets: WidgetsMessage;
  connection: { state: ConnectionState; seconds: number };
  options: undefined;
  theme: string;
}

type Listener<K extends keyof Changes> = (value: Changes[K]) => void;

/** The newest messages of the server. */
export class Store {
  model: ModelMessage | null = null;
  status: StatusMessage | null = null;
  frame: Frame | null = null;
  error: ErrorMessage | null = null;
  picked: PickedMessage | null = null;
  /** Names of the files that the user dropped last on this page, until a model is loaded. */
  dropped: string[] = [];
  connection: Changes['connection'] = { state: 'connecting', seconds: 0 };
  private readonly listeners = new Map<keyof Changes, Listener<never>[]>();

  /** Calls a function at every change of this kind. */
  on<K extends keyof Changes>(what: K, listener: Listener<K>): void {
    const list = this.listeners.get(what) ?? [];
    list.push(listener as Listener<never>);
    this.listeners.set(what, list);
  }

  /** Reports a change to the listeners. */
  tell<K extends keyof Changes>(what: K, value: Changes[K]): void {
    for (const listener of this.listeners.get(what) ?? []) (listener as Listener<K>)(value);
  }
}
