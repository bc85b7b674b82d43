import type { FastifyInstance } from 'fastify';
import { ageGenderPage, pacingPage, weightsPage } from '../../../shared/contract/playout/playerConfig.ts';
import { mount } from '../../http/route.ts';
import { PAGES, type Page } from './pages.ts';
import { changeDraft, publishDraft, readConfig, rollBack } from './store.ts';

type Calls = typeof weightsPage;

export function playerConfigRoutes(app: FastifyInstance): void {
  /** The calls of all pages differ in the fields of their values alone. */
  const pages: readonly [unknown, Page][] = [
    [weightsPage, PAGES.weights],
    [pacingPage, PAGES.pacing],
    [ageGenderPage, PAGES['age-gender']],
  ];
  for (const [calls, page] of pages) mountPage(app, calls as Calls, page);
}

function mountPage(app: FastifyInstance, { read, patch, publish, rollBack: back }: Calls, page: Page): void {
  type Read = Awaited<ReturnType<typeof readConfig>>;
  /** What the fields of a page may hold was checked when they were written; the answer is checked once more. */
  const sent = async (answer: Promise<Read>) => (await answer) as never;
  mount(app, read, ({ ctx, query }) => sent(readConfig(ctx, { page, query })));
  mount(app, patch, ({ ctx, query, body, expected }) =>
    sent(changeDraft(ctx, { page, query, expected, patch: body })),
  );
  mount(app, publish, ({ ctx, query, expected }) => sent(publishDraft(ctx, { page, query, expected })));
  mount(app, back, ({ ctx, query, expected }) => sent(rollBack(ctx, { page, query, expected })));
}
