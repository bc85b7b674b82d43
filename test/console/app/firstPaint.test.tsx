import { cleanup, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { AuthFrame } from '../../../console/identity/signIn/AuthFrame.tsx';
import { FIRST_PAINT } from '../../../server/app/pages/firstPaint.ts';
import { texts } from '../../support/console/console.tsx';

afterEach(cleanup);

/** Tags and classes of the frame's calm half, without the drawing that only a program makes. */
function shapeOf(root: Element): string[] {
  const frame = root.firstElementChild!;
  const header = frame.querySelector('header')!;
  header.querySelector('svg')?.parentElement?.remove();
  return [frame, ...[header, ...header.querySelectorAll('*')]].map(
    element =>
      `${element.tagName} ${element.className} ${element.children.length === 0 ? element.textContent : ''}`,
  );
}

it.each(['en', 'zh'] as const)(
  'the first paint in %s is what the program draws in its place',
  async language => {
    const i18n = await texts(language);
    const { container } = render(
      <I18nextProvider i18n={i18n}>
        <AuthFrame>{null}</AuthFrame>
      </I18nextProvider>,
    );
    const first = document.createElement('div');
    first.innerHTML = FIRST_PAINT[language];
    expect(shapeOf(first)).toEqual(shapeOf(container));
  },
);
