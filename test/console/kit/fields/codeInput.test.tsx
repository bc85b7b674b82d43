import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, describe, expect, it } from 'vitest';
import { codeLabel, codeOptions, findCodes } from '../../../../console/kit/fields/inputs/codes/codes.ts';
import { zone } from '../../../../shared/contract/wire/wire.ts';
import { openForm } from '../../../support/console/form.tsx';

afterEach(cleanup);
const first = (of: 'country' | 'currency' | 'zone', typed: string, locale = 'en-GB') =>
  findCodes(codeOptions(of, locale), typed)[0]?.code;

let sent: Record<string, unknown>[];
async function openZone() {
  ({ sent } = await openForm({
    fields: [{ name: 'tz', input: { as: 'code', of: 'zone' } }],
    schema: z.object({ tz: zone }),
    initial: { tz: 'UTC' },
  }));
  return screen.findByRole<HTMLInputElement>('combobox');
}

describe('a code that is picked by its name', () => {
  it('is found by its name in the language of the reader, by its code, and without accents', () => {
    expect(first('country', 'portug')).toBe('PT');
    expect(first('country', 'cote d')).toBe('CI');
    expect(first('country', 'pt')).toBe('PT');
    expect(first('country', '葡萄牙', 'zh-CN')).toBe('PT');
    expect(first('currency', 'euro')).toBe('EUR');
    expect(first('currency', '人民币', 'zh-CN')).toBe('CNY');
    expect(first('zone', 'lisbon')).toBe('Europe/Lisbon');
    expect(first('zone', 'new york')).toBe('America/New_York');
    expect(first('zone', 'utc')).toBe('UTC');
    expect(first('country', 'Atlantis')).toBeUndefined();
  });

  it('that no name is known for is shown as it is', () => {
    expect(codeLabel('country', 'Portugal', 'en-GB')).toBe('Portugal');
    expect(codeLabel('zone', 'Mars/Olympus', 'en-GB')).toBe('Mars/Olympus');
  });

  it('stands with its name in the field, and the code is what is sent', async () => {
    const { sent } = await openForm({
      fields: [{ name: 'country', input: { as: 'code', of: 'country', nullable: true } }],
      schema: z.object({ country: z.nullable(z.string()) }),
      initial: { country: 'PT' },
    });
    const field = await screen.findByRole<HTMLInputElement>('combobox');
    expect(field.value).toBe('Portugal');
    fireEvent.click(field);
    fireEvent.change(field, { target: { value: 'spain' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('Spain');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toEqual([{ country: 'ES' }]));
  });

  it('is taken where the field is left with its whole name or with words that fit one alone', async () => {
    const field = await openZone();
    for (const typed of ['europe/berlin', 'new york']) {
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.blur(field);
    }
    expect(field.value).toContain('New York, America');
  });

  it('that does not exist stays in the field, is not sent, and says what is expected', async () => {
    const field = await openZone();
    fireEvent.change(field, { target: { value: 'Mars/Olympus' } });
    fireEvent.blur(field);
    expect(field.value).toBe('Mars/Olympus');
    expect(screen.getByText(/No time zone is called “Mars\/Olympus”.*Europe\/Lisbon/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(sent).toEqual([]);
  });
});
