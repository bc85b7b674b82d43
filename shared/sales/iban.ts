/** International bank account numbers, by their check digits (ISO 13616). Pure. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const COUNTRY_CHARS = 4;
const MODULUS = 97;
const RADIX = 36;

export function isIban(number: string): boolean {
  if (!IBAN.test(number)) return false;
  const moved = number.slice(COUNTRY_CHARS) + number.slice(0, COUNTRY_CHARS);
  let rest = 0;
  for (const digit of moved.replace(/[A-Z]/g, letter => String(parseInt(letter, RADIX))))
    rest = (rest * 10 + Number(digit)) % MODULUS;
  return rest === 1;
}
