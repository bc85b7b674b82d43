/** The calls of a simulated screen. */
import type { Clock } from '../../../shared/clock.ts';
import {
  address,
  type Answer,
  type BodyInput,
  type Endpoint,
  type Params,
} from '../../../shared/contract/wire/endpoint.ts';
import { signedHeaders, type DeviceKey } from './signing.ts';

export interface Identity {
  device_id: string;
  key: DeviceKey;
}
export interface Sent {
  method: 'GET' | 'POST';
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: string;
}
export interface Reply {
  status: number;
  text: string;
  /** What the server names as the version of the screen's alerts. */
  alertsVersion: string | null;
}
export interface ClientPorts {
  send: (sent: Sent) => Promise<Reply>;
  origin: string;
  clock: Pick<Clock, 'now'>;
}

/** The server answered with an error. */
export class Refusal extends Error {
  readonly status: number;
  /** Of the wire; empty where the answer is none of our server's. */
  readonly code: string;
  constructor(target: string, { status, text }: Reply) {
    super(`${target} answered ${status}: ${text.slice(0, 200)}`);
    this.name = 'Refusal';
    this.status = status;
    this.code = /"error":"([A-Z_]+)"/.exec(text)?.[1] ?? '';
  }
}

const NOT_MODIFIED = 304;
const isOk = (status: number) => (status >= 200 && status < 300) || status === NOT_MODIFIED;

export function createVehicleClient({ device_id, key }: Identity, { send, origin, clock }: ClientPorts) {
  let alertsVersion = 0;
  /** Throws a Refusal for anything but 2xx and 304. */
  async function request(
    method: Sent['method'],
    target: string,
    { payload, headers: extra = {} }: { payload?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const headers = { ...extra };
    const body = payload === undefined ? {} : { body: JSON.stringify(payload) };
    const signed = signedHeaders(
      key,
      { method, target, ...body },
      { id: device_id, ms: clock.now(), origin },
    );
    if (payload !== undefined) headers['content-type'] = 'application/json';
    const reply = await send({ method, target, headers: { ...headers, ...signed }, ...body });
    alertsVersion = Math.max(alertsVersion, Number(reply.alertsVersion ?? 0));
    if (!isOk(reply.status)) throw new Refusal(target, reply);
    return reply;
  }
  return {
    request,
    /** The highest that an answer has named. */
    alertsVersion: () => alertsVersion,
    async call<E extends Endpoint>(
      endpoint: E,
      input: { params?: Params<E>; body?: BodyInput<E> } = {},
    ): Promise<Answer<E>> {
      const target = address(endpoint.path, input.params ?? {});
      const options = input.body === undefined ? {} : { payload: input.body };
      const { text } = await request(endpoint.method as Sent['method'], target, options);
      return JSON.parse(text) as Answer<E>;
    },
  };
}
export type VehicleClient = ReturnType<typeof createVehicleClient>;
