/** The WebSocket to the server. It reconnects when it is lost. */
import { kindOf } from './binary.ts';
import { BinaryKind, type PageMessage, type ServerMessage } from './protocol.generated.ts';

/** State of a connection. */
export type ConnectionState = 'connecting' | 'open' | 'lost';

/** Events of a connection. */
export interface ConnectionEvents {
  text(message: ServerMessage): void;
  frame(buffer: ArrayBuffer): void;
  /** `seconds`: time until the next attempt after a loss. */
  state(state: ConnectionState, seconds: number): void;
}

const SHORTEST_WAIT = 0.5;
const LONGEST_WAIT = 8;

/** A file of a model, with its path relative to what was dropped. */
export interface DroppedFile {
  name: string;
  bytes: Uint8Array;
}

/** The message with the files of a model; PROTOCOL.md has its layout. */
export function droppedMessage(files: readonly DroppedFile[]): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ name, bytes }) => [new TextEncoder().encode(name), bytes]);
  const message = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 4));
  const view = new DataView(message.buffer);
  view.setUint32(0, files.length, true);
  let at = 4;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    message.set(part, at + 4);
    at += 4 + part.length;
  }
  return message;
}

/** The text of a compressed message. */
function unpack(message: ArrayBuffer): Promise<string> {
  const packed = new Blob([new Uint8Array(message, 4)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text();
}

/** A connection that reconnects when it is lost. */
export class Connection {
  /** Bytes received. */
  bytes = 0;
  private socket: WebSocket | null = null;
  private wait = SHORTEST_WAIT;
  private timer = 0;
  /** Messages that are being unpacked or wait for one that is. */
  private unpacking = 0;
  private last: Promise<void> = Promise.resolve();
  private readonly token = new URLSearchParams(location.search).get('token') ?? '';

  constructor(private readonly events: ConnectionEvents) {}

  /** The address of a path on the server, with the token. */
  address(path: string): string {
    const url = new URL(path, location.href);
    url.search = new URLSearchParams({ token: this.token }).toString();
    return url.toString();
  }

  open(): void {
    window.clearTimeout(this.timer);
    this.events.state('connecting', 0);
    const address = this.address('socket').replace(/^http/, 'ws');
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.wait = SHORTEST_WAIT;
      this.events.state('open', 0);
    };
    socket.onmessage = (event) => this.receive(socket, event.data as string | ArrayBuffer);
    socket.onclose = () => {
      if (this.socket === socket) this.retry();
    };
  }

  /** Sends a message. Without a connection it is dropped: the server has forgotten this page. */
  send(message: PageMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Sends the files of a model to load. The file that the user means comes first. */
  sendFiles(files: readonly DroppedFile[]): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(droppedMessage(files));
  }

  private receive(socket: WebSocket, data: string | ArrayBuffer): void {
    this.bytes += typeof data === 'string' ? data.length : data.byteLength;
    const isPacked = typeof data !== 'string' && kindOf(data) === BinaryKind.PackedText;
    if (this.unpacking === 0 && !isPacked) {
      this.handle(data);
      return;
    }
    // unpacking takes a moment: what comes behind it waits, so that the order stays
    this.unpacking++;
    const unpacked = isPacked ? unpack(data) : Promise.resolve(data);
    this.last = Promise.all([unpacked, this.last]).then(([message]) => {
      if (this.socket === socket) this.handle(message);
    }).catch((error: unknown) => console.error(error)).finally(() => { this.unpacking--; });
  }

  private handle(data: string | ArrayBuffer): void {
    if (typeof data === 'string') this.events.text(JSON.parse(data) as ServerMessage);
    else this.events.frame(data);
  }

  private retry(): void {
    this.socket = null;
    this.events.state('lost', this.wait);
    this.timer = window.setTimeout(() => this.open(), this.wait * 1000);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
