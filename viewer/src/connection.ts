/** The WebSocket to the server. It reconnects when it is lost. */
import type { PageMessage, ServerMessage } from './protocol.generated.ts';

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

/** A connection that reconnects when it is lost. */
export class Connection {
  /** Bytes received. */
  bytes = 0;
  private socket: WebSocket | null = null;
  private wait = SHORTEST_WAIT;
  private timer = 0;
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
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = () => {
      if (this.socket === socket) this.retry();
    };
  }

  /** Sends a message. Without a connection it is dropped: the server has forgotten this page. */
  send(message: PageMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Sends a model to load. */
  sendModel(name: string, text: Uint8Array): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const bytes = new TextEncoder().encode(name);
    const message = new Uint8Array(4 + bytes.length + text.length);
    new DataView(message.buffer).setUint32(0, bytes.length, true);
    message.set(bytes, 4);
    message.set(text, 4 + bytes.length);
    this.socket.send(message);
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data === 'string') {
      this.bytes += data.length;
      this.events.text(JSON.parse(data) as ServerMessage);
    } else {
      this.bytes += data.byteLength;
      this.events.frame(data);
    }
  }

  private retry(): void {
    this.socket = null;
    this.events.state('lost', this.wait);
    this.timer = window.setTimeout(() => this.open(), this.wait * 1000);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
