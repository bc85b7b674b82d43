/** Times of sign-ins that fail, in turn: an unknown address, a wrong password, and accounts that are suspended or pending. */
import { users } from '../../server/db/schema.ts';
import { hashPassword } from '../../server/identity/passwords/passwords.ts';
import { uuid7 } from '../../shared/random.ts';
import { startBench } from './served.ts';

/** Of each kind. */
const SIGN_INS = 300;
const WARM_UP = 10;
const GOAL = 0.05;
const PASSWORD = 'Own-password-1';
const WRONG = 'Wrong-password-1';

const bench = await startBench();
const password_hash = await hashPassword(PASSWORD);

/** An account of its own for each sign-in, because a few failures lock one; null: none of the addresses has an account. */
async function addresses(status: 'active' | 'suspended' | 'pending_approval' | null): Promise<string[]> {
  const rows = Array.from({ length: WARM_UP + SIGN_INS }, () => {
    const id = uuid7(Date.now());
    return { id, email: `${id}@test.example`, tenant_id: bench.tenant_id, role: 'viewer' as const };
  });
  if (status !== null)
    await bench.database.db.insert(users).values(rows.map(row => ({ ...row, status, password_hash })));
  return rows.map(({ email }) => email);
}

const KINDS = [
  { name: 'wrong password', emails: await addresses('active'), password: WRONG, status: 401 },
  { name: 'unknown address', emails: await addresses(null), password: PASSWORD, status: 401 },
  { name: 'suspended', emails: await addresses('suspended'), password: PASSWORD, status: 403 },
  { name: 'pending', emails: await addresses('pending_approval'), password: PASSWORD, status: 403 },
];
await bench.database.analyze?.();
const times = KINDS.map((): number[] => []);

/** Sign-ins are limited by network, so each comes from its own. */
let networks = 0;
const nextAddress = () => `10.${(++networks >> 8) & 255}.${networks & 255}.1`;

for (let round = 0; round < WARM_UP + SIGN_INS; round++)
  for (let turn = 0; turn < KINDS.length; turn++) {
    // Turned round and reversed, so that none profits from what comes before it.
    const at = (round + (round % 2 === 0 ? turn : KINDS.length - turn)) % KINDS.length;
    const { name, emails, password, status } = KINDS[at]!;
    const payload = { email: emails[round], password };
    const began = performance.now();
    const answer = await bench.app.inject({
      ...{ method: 'POST', url: '/api/auth/login', payload },
      remoteAddress: nextAddress(),
    });
    const took = performance.now() - began;
    if (answer.statusCode !== status) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
    if (round >= WARM_UP) times[at]!.push(took);
  }

const medians = times.map(values => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN);
const [floor = NaN] = medians;
KINDS.forEach(({ name }, at) => {
  const ratio = (medians[at] ?? NaN) / floor;
  process.stdout.write(
    `  ${name.padEnd(44)} ${(medians[at] ?? NaN).toFixed(2).padStart(8)} ms  ratio ${ratio.toFixed(3)}\n`,
  );
});
const spread = Math.max(...medians) / Math.min(...medians) - 1;
process.stdout.write(
  `  slowest over fastest median ${(1 + spread).toFixed(3)} of ${SIGN_INS} each (goal at most ${1 + GOAL})\n`,
);
if (spread > GOAL) process.exitCode = 1;
await bench.close();
