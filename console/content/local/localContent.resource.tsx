/** Local content: one definition for the view of all and, preset to a kind, for each of the six. */
import {
  BLANKS,
  CONTENT_BODIES,
  contentItem,
  contentItemPatch,
  contentItems,
  EDITABLE_STATES,
  type ContentItem,
} from '../../../shared/contract/content/contentItem.ts';
import { CONTENT_KINDS, type ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import { tongueOf } from '../../kit/fields/inputs/words/bilingual.ts';
import { defineResource, type Resource } from '../../kit/resource/defineResource.ts';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { ContentHead } from './ContentHead.tsx';
import { FACTS, KIND_COLUMNS } from './columns.ts';
import { formFields } from './fields.ts';
import { BulkActs, ContentCard, KindDialog, ScreenCard } from './lazy.ts';
import { KIND_PAGES } from './pages.ts';
import { CONTENT_BADGES } from './states.ts';

/** A definition is also read where there is no page. */
const pageLanguage = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang);

type Item = Resource<ContentItem>;
const COMMON = {
  name: 'localContent',
  entity: contentItems,
  row: contentItem,
  opensIn: 'sheet',
  refreshMs: MEDIA_URL_REFRESH_MS,
  label: (row: ContentItem) => tongueOf(row.title, pageLanguage()),
  stripe: (row: ContentItem) => CONTENT_BADGES[row.state].tone,
  stateBadges: { state: CONTENT_BADGES },
  facts: FACTS,
  summary: ContentHead,
  bulk: { area: 'content', level: 'W', bar: BulkActs },
  isEditable: (row: ContentItem) => row.state !== 'archived',
} as const;
const ACTS = {
  reject: { fields: [{ name: 'reason', input: { as: 'area' }, hint: true }], danger: true },
  expire: { danger: true },
  archive: { danger: true },
} as const;
const TITLE = { key: 'title', as: 'bilingual' } as const;
/** Words of it were refused since it was published. */
const FAILS = { key: 'fails_check', as: 'flag', from: 'lg' } as const;
const STATE = { key: 'state', as: 'state' } as const;

const blankOf = (kind: ContentKind) => {
  const names = formFields(kind).map(({ name }) => name);
  return {
    kind,
    ...Object.fromEntries(Object.entries(BLANKS).filter(([name]) => names.includes(name as never))),
  };
};

function ofKind(kind: ContentKind): Item {
  const columns = KIND_COLUMNS[kind];
  const fields = formFields(kind);
  const resource: Item = defineResource({
    ...COMMON,
    pages: [KIND_PAGES[kind]],
    preset: { name: kind, filter: { kind } },
    columns: [TITLE, ...columns, FAILS, STATE],
    filters: ['status', 'source'],
    panels: [
      { name: 'screen', place: 'main', panel: ScreenCard },
      {
        name: 'card',
        place: 'main',
        panel: ({ row }) => <ContentCard row={row} resource={resource} columns={columns} />,
      },
    ],
    form: {
      schema: contentItemPatch,
      fields,
      /** An edit that waits is gone on with. */
      from: row => {
        const newest: Record<string, unknown> = { ...row, ...row.waiting };
        return contentItemPatch.parse(Object.fromEntries(fields.map(({ name }) => [name, newest[name]])));
      },
      isEditable: row => EDITABLE_STATES.includes(row.state),
    },
    createForm: {
      schema: CONTENT_BODIES[kind],
      fields: fields as never,
      initialValues: blankOf(kind) as never,
    },
    acts: ACTS,
  });
  return resource;
}

export const presets = Object.fromEntries(CONTENT_KINDS.map(kind => [kind, ofKind(kind)])) as Record<
  ContentKind,
  Item
>;

export default defineResource({
  ...COMMON,
  pages: ['content'],
  definitionOf: row => presets[row.kind],
  columns: [TITLE, ...KIND_COLUMNS.all, FAILS, STATE],
  exportKeys: ['starts_at'],
  filters: ['kind', 'status', 'source'],
  primary: { name: 'new', level: 'W', act: { dialog: KindDialog } },
  acts: ACTS,
});
