/** What a reviewer is told of a row that the page before a reload had left on this device. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AuthProvider, useAuth } from '../../../../console/app/session/auth.tsx';
import { createSession } from '../../../../console/app/session/session.ts';
import { ChangedSince } from '../../../../console/content/submissions/review/ChangedSince.tsx';
import { systemClock } from '../../../../shared/clock.ts';
import { QUERY_CACHE } from '../../../../shared/constants.ts';
import { submissions, type Submission } from '../../../../shared/contract/content/submission.ts';
import { persistQueries } from '../../../../shared/net/cache/persist.ts';
import { dehydrate, type CacheRecord } from '../../../../shared/net/cache/record.ts';
import { createQueryClient, read } from '../../../../shared/net/queries.ts';
import {
  fakeApi,
  fillBrowser,
  json,
  memoryTokens,
  signedInAnswers,
  texts,
  TOKENS,
} from '../../../support/console/console.tsx';
import { assetRow } from '../../../support/console/content.ts';
import { submissionRow } from '../../../support/console/submissions.ts';

afterEach(cleanup);

const OLD = submissionRow(1, { state: 'pending', assigned_to: null });
const NEW = submissionRow(1, { ...OLD, version: 4, alt_text: 'Another poster', asset: assetRow(40) });
const NEWS = 'Changed since you opened it';
const PATH = `/api/submissions/${OLD.id}`;

/** As the page before wrote it: a minute ago. */
function left(): CacheRecord {
  const queries = createQueryClient();
  const updatedAt = Date.now() - 60_000;
  const query = queries.getQueryCache().build(queries, { queryKey: [PATH, {}] });
  query.setData(OLD, { updatedAt, manual: true });
  const data = [dehydrate(query)!];
  return { version: QUERY_CACHE.version, timestamp: updatedAt, owner: 'owner', data };
}

function Opened() {
  const { client } = useAuth();
  const { data } = useQuery(read(client, submissions.read, { params: { id: OLD.id } }));
  return (
    data && (
      <>
        <p>{data.alt_text}</p>
        <ChangedSince row={data} />
      </>
    )
  );
}

async function load(restores: 'before it is drawn' | 'while it is read') {
  fillBrowser();
  let now: Submission = NEW;
  let answer = () => {};
  const answered = new Promise<void>(done => (answer = done));
  const api = fakeApi(
    signedInAnswers(undefined, {
      [`GET ${PATH}`]: async () => {
        await answered;
        return json(now);
      },
    }),
  );
  const session = createSession({
    ...{ fetch: api.fetch, tokens: memoryTokens(TOKENS), clock: systemClock, lock: work => work() },
    ...{ tabStorage: sessionStorage, onOtherTab: () => undefined, log: () => undefined },
  });
  await (await texts()).loadNamespaces('submissions');
  await session.start();
  const queries = createQueryClient();
  const sessionStore = {
    get: () => Promise.resolve(left()),
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
  const ports = { queries, sessionStore, clock: systemClock, owner: 'owner', warn: () => undefined };
  const restore = async () => {
    const kept = persistQueries(ports);
    await kept.restored;
    kept.stop();
  };
  if (restores === 'before it is drawn') await restore();
  render(
    <AuthProvider session={session}>
      <QueryClientProvider client={queries}>
        <Opened />
      </QueryClientProvider>
    </AuthProvider>,
  );
  if (restores === 'while it is read') await act(restore);
  const change = async (next: Submission) => {
    now = next;
    await act(() => queries.invalidateQueries());
  };
  return { answer, change };
}

it.each(['before it is drawn', 'while it is read'] as const)(
  'what comes in the place of what was left is no news, restored %s, and what comes after is',
  async restores => {
    const { answer, change } = await load(restores);
    await screen.findByText('A poster');
    answer();
    await screen.findByText('Another poster');
    expect(screen.queryByText(NEWS)).toBeNull();
    await change({ ...NEW, version: 5, note: 'Licensed' });
    const news = await screen.findByText(NEWS);
    expect(news.parentElement?.textContent).toContain('Somebody else has changed: Note.');
    await change({ ...NEW, version: 6 });
    await waitFor(() => expect(screen.queryByText(NEWS)).toBeNull());
  },
);
