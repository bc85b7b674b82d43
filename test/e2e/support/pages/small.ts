import type { Page } from '@playwright/test';

/** Buttons, also those without words, that are smaller than a finger. */
export const small = (page: Page) =>
  page.getByRole('button').evaluateAll(buttons =>
    buttons
      .map(button => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 48 || box.height < 48))
      .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
  );
