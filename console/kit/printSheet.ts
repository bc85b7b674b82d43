/** Prints the side sheet that is open in place of the page behind it (print.css). */
export function printSheet(): void {
  document.body.dataset['print'] = 'sheet';
  addEventListener('afterprint', () => delete document.body.dataset['print'], { once: true });
  print();
}
