/** Scrolls the box only as far as it takes. `scrollIntoView` would let Tab go on from there, past all that stands before it. */
export function showInBox(box: Element | null | undefined, element: Element): void {
  if (!box) return;
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  box.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
  box.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}
