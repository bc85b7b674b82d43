/** What the list and the record of each kind show beside its title and state. */
import type { ContentItem } from '../../../shared/contract/content/contentItem.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import type { Column, Fact } from '../../kit/resource/defineResource.ts';
import { LanguagesCell } from './cells.tsx';

type Columns = readonly Column<ContentItem>[];
const LANGUAGES = {
  key: 'languages',
  cell: LanguagesCell,
  exportValue: (row: ContentItem) => row.languages.join(' '),
  from: 'lg',
} as const;
const ENDS = { key: 'ends_at', as: 'time', from: 'md' } as const;

export const KIND_COLUMNS: Record<ContentKind | 'all', Columns> = {
  all: [{ key: 'kind', as: 'word', from: 'sm' }, { key: 'source', as: 'word', from: 'lg' }, LANGUAGES, ENDS],
  local_discovery: [
    { key: 'address', as: 'text', from: 'sm' },
    { key: 'geo', as: 'point', from: 'xl' },
    { key: 'hours', as: 'text', from: 'lg' },
    { key: 'price_level', as: 'number', alignEnd: true, from: 'lg' },
  ],
  entertainment: [
    { key: 'event_starts_at', as: 'time', from: 'sm' },
    { key: 'venue', as: 'text', from: 'md' },
  ],
  tourism: [
    { key: 'duration_min', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'best_time', as: 'text', from: 'lg' },
    LANGUAGES,
  ],
  deals: [
    { key: 'merchant', as: 'text', from: 'sm' },
    { key: 'price_now_minor', as: 'money', alignEnd: true, from: 'md' },
    { key: 'code', as: 'text', from: 'lg' },
    ENDS,
  ],
  jobs: [
    { key: 'employer', as: 'text', from: 'sm' },
    { key: 'employment', as: 'word', from: 'lg' },
    { key: 'pay_min_minor', as: 'money', alignEnd: true, from: 'md' },
    { key: 'geo', as: 'point', from: 'xl' },
    { key: 'apply_url', as: 'text', from: 'xl' },
  ],
  news: [
    { key: 'source_name', as: 'text', from: 'sm' },
    { key: 'category', as: 'text', from: 'lg' },
    { key: 'published_at', as: 'ago', from: 'xl' },
    ENDS,
  ],
};

export const FACTS: readonly Fact<ContentItem>[] = [
  { key: 'state', as: 'state' },
  { key: 'kind', as: 'word' },
  { key: 'source', as: 'word' },
  { key: 'reason', as: 'text' },
  { key: 'starts_at', as: 'time' },
  { key: 'ends_at', as: 'time' },
  { key: 'priority', as: 'number' },
  { key: 'created_at', as: 'time' },
];
