/** The form of a feed, for a new one and for one that is changed. */
import type * as z from 'zod/mini';
import { CONTENT_LANGUAGES } from '../../../shared/contract/content/contentItem.ts';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import {
  FEED_FORMATS,
  MAPPED_FIELDS,
  type feedCreate,
  type feedPatch,
} from '../../../shared/contract/content/feed.ts';
import type { Field } from '../../kit/resource/form.ts';

type CreateField = Field<z.input<typeof feedCreate>>;
const KIND: CreateField = { name: 'kind', input: { as: 'select', options: CONTENT_KINDS }, hint: true };

export const CHANGE_FIELDS: readonly Field<z.input<typeof feedPatch>>[] = [
  { name: 'name', input: { as: 'text' } },
  { name: 'url', input: { as: 'text' }, hint: true },
  { name: 'format', input: { as: 'select', options: FEED_FORMATS } },
  { name: 'language', input: { as: 'select', options: CONTENT_LANGUAGES } },
  { name: 'interval_min', input: { as: 'number' }, hint: true },
  { name: 'keep_h', input: { as: 'number' }, hint: true },
  { name: 'auto_publish', input: { as: 'check' }, hint: true },
  {
    name: 'mapping',
    input: {
      as: 'rows',
      of: 'field',
      fields: [
        { name: 'field', input: { as: 'select', options: MAPPED_FIELDS } },
        { name: 'from', input: { as: 'text' }, hint: true },
        { name: 'value', input: { as: 'text' }, hint: true },
      ],
    },
    hint: true,
  },
];
export const CREATE_FIELDS: readonly CreateField[] = [
  ...(CHANGE_FIELDS.slice(0, 2) as readonly CreateField[]),
  KIND,
  ...(CHANGE_FIELDS.slice(2) as readonly CreateField[]),
];
