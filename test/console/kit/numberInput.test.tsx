import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { NumberInput } from '../../../console/kit/fields/NumberInput.tsx';

afterEach(cleanup);

const S = 1_000;
const heard: unknown[] = [];
function Held({ unit }: { unit?: number }) {
  const [value, setValue] = useState<number | undefined>(unit === S ? 2_500 : 38.7);
  const change = (next: number | undefined) => {
    heard.push(next);
    setValue(next);
  };
  return (
    <>
      <NumberInput
        id="n"
        aria-invalid={undefined}
        aria-describedby={undefined}
        name="n"
        disabled={false}
        {...(unit === undefined ? {} : { unit })}
        value={value}
        onChange={change}
        onBlur={() => undefined}
      />
      <button type="button" onClick={() => setValue(9)}>
        elsewhere
      </button>
    </>
  );
}
const field = () => screen.getByRole<HTMLInputElement>('textbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

describe('a number', () => {
  it('stays as it is typed for as long as it means the value', () => {
    render(<Held />);
    for (const [typed, value] of [
      ['38,', 38],
      ['38,7', 38.7],
      ['-9.10', -9.1],
      ['5,000', 5_000],
      ['1 234', 1_234],
      ['', undefined],
      ['-', NaN],
    ] as const) {
      type(typed);
      expect([heard.at(-1), field().value]).toEqual([value, typed]);
    }
  });

  it.each([
    ['5,0000', '5'],
    ['5,000', '5000'],
    ['1 5', '1 5'],
  ])('of which %s was typed shows how it was read once it is left', (typed, text) => {
    render(<Held />);
    type(typed);
    fireEvent.blur(field());
    expect(field().value).toBe(text);
  });

  it('is written anew when it changes elsewhere, as by discarding', () => {
    render(<Held />);
    type('40');
    fireEvent.click(screen.getByText('elsewhere'));
    expect(field().value).toBe('9');
  });

  it('is typed in seconds and kept in ms', () => {
    render(<Held unit={S} />);
    expect(field().value).toBe('2.5');
    type('3,25');
    expect([heard.at(-1), field().value]).toEqual([3_250, '3,25']);
  });
});
