import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { memoryTokens, openConsole, signedInAnswers, TOKENS } from '../../support/console/console.tsx';

afterEach(cleanup);

it('a bound of a length is said in seconds, as it is typed', async () => {
  await openConsole({ path: '/playlists/new', tokens: memoryTokens(TOKENS), answers: signedInAnswers() });
  const length = await screen.findByLabelText('Image duration (seconds)');
  fireEvent.change(length, { target: { value: '1' } });
  fireEvent.blur(length);
  expect(await screen.findByText('Must be at least 3')).toBeTruthy();
});
