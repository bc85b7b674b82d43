import type { Page } from '@playwright/test';

/** By its key: the question about reports may come under the pointer in the very moment of a click. */
export const enterAs = (page: Page, role: string) =>
  page.getByRole('button', { name: role, exact: true }).press('Enter');
