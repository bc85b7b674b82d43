/** When a payment can have come in: from the date of its invoice to today. Pure; days as `2026-04-01`. */
export function paidOnProblem(
  paid_on: string,
  { sent, today }: { sent: string | null; today: string },
): string | null {
  if (paid_on > today) return `Not after today, ${today}`;
  /** A tenant that has moved to a zone further west may have sent it tomorrow. */
  if (sent !== null && paid_on < sent && paid_on !== today) return `Not before the invoice, ${sent}`;
  return null;
}
