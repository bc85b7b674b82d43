/** Pairs simulated screens with a running server, as a person at its console would. */
import { demoLogin, login, type SignedIn } from '../../../shared/contract/identity/auth.ts';
import { pairDevice, type Device } from '../../../shared/contract/fleet/device.ts';
import { startPairing } from '../../../shared/contract/fleet/pairing.ts';
import { createVehicleClient, Refusal, type ClientPorts, type Identity } from './client.ts';
import { makeKey } from './signing.ts';

/** The demo's sign-in takes only what a page of the server itself may send. */
const JSON_TYPE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const FACTS = { resolution: '1280x800', user_agent: 'Simulated screen', tz: 'Europe/Lisbon' };

/** Without an e-mail address, the demo's admin. Returns the headers of his calls. */
export async function signIn(
  { send }: Pick<ClientPorts, 'send'>,
  credentials: { email: string; password: string } | null,
): Promise<Record<string, string>> {
  const { path } = credentials ? login : demoLogin;
  const body = JSON.stringify(credentials ?? { role: 'admin' });
  const reply = await send({ method: 'POST', target: path, headers: JSON_TYPE, body });
  if (reply.status !== 200) throw new Refusal(path, reply);
  const { user, tokens } = JSON.parse(reply.text) as SignedIn;
  return { authorization: `Bearer ${tokens.access_token}`, 'x-tenant-id': user.tenant_id };
}

export async function pairVehicle(
  ports: ClientPorts,
  { name, headers, app_version }: { name: string; headers: Record<string, string>; app_version: string },
): Promise<Identity> {
  const key = makeKey();
  const client = createVehicleClient({ device_id: 'pairing', key }, ports);
  const { code } = await client.call(startPairing, {
    body: { jwk: key.jwk, facts: { ...FACTS, app_version } },
  });
  const body = JSON.stringify({ code, name });
  const { path } = pairDevice;
  const reply = await ports.send({
    method: 'POST',
    target: path,
    headers: { ...JSON_TYPE, ...headers },
    body,
  });
  if (reply.status !== 200) throw new Refusal(path, reply);
  return { device_id: (JSON.parse(reply.text) as Device).id, key };
}
