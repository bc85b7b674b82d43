/** What the server paints of a public page is what the program draws in its place. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { publicPaints } from '../../../server/app/pages/publicPaint.ts';
import { LANGUAGES } from '../../../shared/constants.ts';
import { json, openConsole, type Answers } from '../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  document.getElementById('first')?.remove();
});

const ANSWERS: Answers = {
  'GET /api/auth/tenants': () => json({ tenants: [] }),
  'GET /api/public/plans': () => json({ items: [] }),
  'GET /api/public/jobs': () => json({ items: [], total: 0 }),
  ...Object.fromEntries(
    ['terms', 'privacy', 'dpa'].map(kind => [
      `GET /api/public/policies/${kind}`,
      () => json({ versions: [], shown: null }),
    ]),
  ),
};
const paints = publicPaints('no-build');
const cases = [...paints].flatMap(([path, { body }]) =>
  LANGUAGES.map(language => ({ path, language, markup: body[language] })),
);
const shapeOf = ({ tagName, className, textContent }: Element) => `${tagName} ${className} ${textContent}`;

describe('the first paint of', () => {
  it.each(cases)('$path in $language is what the program draws', async ({ path, language, markup }) => {
    document.body.insertAdjacentHTML('afterbegin', markup);
    const first = document.getElementById('first')!;
    const painted = [...first.querySelectorAll('h1, p')].map(shapeOf);
    const around = ['header', 'header > div', 'main'];
    const classes = around.map(part => first.querySelector(part)?.className);
    expect(painted.length).toBeGreaterThan(1);
    expect(painted.join()).not.toMatch(/undefined|,\w+ [^,]* $/);

    await openConsole({ path, answers: ANSWERS, language });
    await waitFor(() => expect(document.getElementById('first')).toBeNull());
    await screen.findByRole('heading', { level: 1 });
    const drawn = [...document.querySelectorAll('h1, p')].map(shapeOf);
    expect(drawn).toEqual(expect.arrayContaining(painted));
    expect(around.map(part => document.querySelector(part)?.className)).toEqual(
      classes.map(name => expect.stringContaining(name!) as string),
    );
  });
});
