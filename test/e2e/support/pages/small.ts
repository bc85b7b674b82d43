import type { Page } from '@playwright/test';

/** Buttons, also those without words, that are smaller than a finger. */
export const small = (page: Page) =>
  page.getByRole('button').evaluateAll(buttons =>
    buttons
      .map(button => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 48 || box.height < 48))
      .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
  );

const TARGETS =
  'a[href], input, select, textarea, summary, [role=tab], [role=radio], [role=switch], [role=slider]';

/**
 * Everything else that is pressed and is smaller than `least` px: links, boxes, tabs, fields. A label belongs to what it
 * labels, a row to the link that opens it. A link within a sentence is as high as its line.
 */
export const tooSmall = (page: Page, least: number) =>
  page.locator(TARGETS).evaluateAll((targets, least) => {
    const isInSentence = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        node => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
    return (
      targets
        .filter(target => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter(target => !isInSentence(target))
        .map(target => {
          const area =
            target.closest('label') ?? (target.matches('[data-row-link]') && target.closest('tr, li'));
          return { target, boxes: [target, area || target].map(one => one.getBoundingClientRect()) };
        })
        /** Of one pixel is what only a screen reader comes to. */
        .filter(({ boxes }) => boxes.every(box => box.width > 1 && box.height > 1))
        .filter(({ boxes }) => boxes.every(box => Math.min(box.width, box.height) < least - 0.5))
        .map(({ target, boxes: [box] }) => {
          const name =
            target.ariaLabel ?? (target.textContent || target.getAttribute('name') || target.outerHTML);
          return `${target.tagName} ${name.slice(0, 80)} ${Math.round(box!.width)} × ${Math.round(box!.height)}`;
        })
    );
  }, least);
