/** A choice with more options than there is room for. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Segmented } from '../../../../console/kit/ui/controls/Segmented.tsx';

afterEach(cleanup);

it('scrolls, and no option is narrower than its label', () => {
  const options = ['Time', 'Screens', 'Creatives', 'Campaigns'].map(label => ({ value: label, label }));
  render(<Segmented label="Breakdown" value="Time" options={options} onChange={() => undefined} />);
  expect(screen.getByRole('group').className).toContain('overflow-x-auto');
  for (const button of screen.getAllByRole('button')) {
    expect(button.className).toContain('shrink-0');
    expect(button.className).toContain('whitespace-nowrap');
  }
});
