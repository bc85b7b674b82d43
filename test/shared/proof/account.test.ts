import { expect, it } from 'vitest';
import { signed } from '../../../server/proof/verify/evidence.ts';
import { proofReport, type BundleHead, type LedgerRanges } from '../../../shared/contract/proof/proof.ts';
import { checkLines } from '../../../shared/proof/check.ts';
import { makeBundle, makeServerKey } from '../../support/proof/bundle.ts';

const serverKey = makeServerKey();
const made = await makeBundle(10, serverKey, [3]);
const keys = { manifest: serverKey } as Parameters<typeof signed>[0]['keys'];

/** Signed by the operator, as all that he hands out is. */
async function report(account: LedgerRanges['account']) {
  const [head, ...lines] = made.lines;
  const { key_id: _key, sig: _sig, ledgers, ...rest } = head as BundleHead;
  const [first, ...others] = ledgers;
  const changedHead = { ...rest, ledgers: [{ ...first!, account }, ...others] };
  return checkLines([signed({ keys }, changedHead), ...lines], [serverKey.key_id]);
}

it('a file says how many of its plays were billed, disputed and credited', async () => {
  const account = { billed: [[1, 2]], disputed: [[4, 4]], credited: [[5, 9]] } as const;
  expect(await report(account as never)).toMatchObject({ ok: true, billed: 2, disputed: 1, credited: 5 });
});

it.each<[string, LedgerRanges['account'], number]>([
  ['that is in two states', { billed: [[4, 4]], credited: [[4, 5]] }, 4],
  ['that is not in the file', { billed: [[10, 11]] }, 11],
  ['that was set aside', { credited: [[3, 3]] }, 3],
])('a play %s is a fault of the account', async (_what, account, seq) => {
  expect((await report(account)).fault).toMatchObject({ code: 'account', seq });
});

it('what nobody signed is not counted, however many plays it names', async () => {
  const [head, ...lines] = made.lines;
  const { ledgers } = head as BundleHead;
  const all = [1, Number.MAX_SAFE_INTEGER];
  const forged = { ...(head as BundleHead), ledgers: [{ ...ledgers[0], account: { billed: [all, all] } }] };
  const found = await checkLines([forged, ...lines], [serverKey.key_id]);
  expect(found).toMatchObject({ ok: false, fault: { code: 'head' }, billed: 0, disputed: 0, credited: 0 });
  expect(proofReport.parse(found)).toEqual(found);
});

it('a run that ends before it begins is a fault of the account', async () => {
  const found = await report({
    billed: [
      [1, 2],
      [8, 5],
    ],
  });
  expect(found).toMatchObject({ fault: { code: 'account', seq: 8, last_seq: 5 }, billed: 0 });
});
