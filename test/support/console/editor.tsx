/** The editor of one playlist of three pictures. */
import { screen } from '@testing-library/react';
import { creativeRow, itemRow, playlistDetailRow } from './content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
  type Answers,
} from './console.tsx';

export const items = [1, 2, 3].map(n => itemRow(n));
export const loop = playlistDetailRow(1, items, { name: 'Day loop' });
export const path = `/api/playlists/${loop.id}`;

export const openEditor = (answers: Answers = {}) =>
  openConsole({
    path: `/playlists/${loop.id}/edit`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      [`GET ${path}`]: () => json(loop),
      'GET /api/creatives': () => listOf([creativeRow(4, { name: 'Night market' })]),
      ...answers,
    }),
  });
export const rows = () => screen.getAllByRole('listitem').filter(row => row.querySelector('[data-grip]'));
export const order = () => rows().map(row => row.getAttribute('aria-label'));
export const loaded = () => screen.findByRole('heading', { level: 1, name: 'Edit Day loop' });
