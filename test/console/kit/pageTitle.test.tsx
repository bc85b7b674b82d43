import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PageTitle } from '../../../console/kit/ui/display/PageTitle.tsx';

afterEach(cleanup);

it('the title of a page takes the focus after a move, but not from a menu that was opened meanwhile', () => {
  render(<PageTitle>Home</PageTitle>);
  cleanup();
  render(<PageTitle>Screens</PageTitle>);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Screens' }));
  cleanup();

  render(
    <div role="menu">
      <button autoFocus>Sign out</button>
    </div>,
  );
  render(<PageTitle>Playlists</PageTitle>);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out' }));
});
