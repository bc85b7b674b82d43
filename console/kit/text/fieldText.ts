/** The texts of all schemas: what a form shows at a field that was refused. */
import { useKnownAccountText, useMessageText, type MessageTexts } from './accountText.ts';
import { useText } from './useText.ts';

export const FIELD_TEXTS: MessageTexts = [
  [/^Must be at least (?<n>[-\d.]+)$/, 'tooSmall'],
  [/^Must be at most (?<n>[-\d.]+)$/, 'tooBig'],
  [/^Six letters and digits, as the screen shows them$/, 'code'],
  [/^Cannot be read on its background$/, 'unreadable'],
  [/^Choose a picture that is approved\.$/, 'picture'],
  [/^Too little contrast; (?<colour>#[0-9a-f]{6}) can be read$/, 'contrast'],
  [/^A colour like #0b5d5b$/, 'colour'],
  [/^A domain like signs\.example\.org$/, 'domain'],
  [/^A PNG or WebP file of at most 512 KB$/, 'logo'],
  [/^Unknown field$/, 'unknown'],
  [/^A web address like https:\/\/example\.org\/\?c=\{code\}$/, 'codeUrl'],
  [/^A web address like https:\/\/example\.org\/$/, 'webUrl'],
  [/^An IANA time zone like Europe\/Berlin$/, 'zone'],
  [/^Not before it starts$/, 'order'],
  [/^Not below the least$/, 'least'],
  [/^At most (?<n>\d+) hours after it was published$/, 'newsEnd'],
  [/^Not before it was published$/, 'beforePublished'],
  [/^It has begun already$/, 'begun'],
  [/^No picture of this tenant$/, 'noPicture'],
  [/^No screen of it has reported its size yet$/, 'noSize'],
  [/^Either a screen or a group$/, 'onePlace'],
  [/^Either a tenant or a new one$/, 'oneTenant'],
  [/^The first user of a new tenant is its owner$/, 'firstOwner'],
  [/^Each length once$/, 'lengthOnce'],
  [/^Each category once$/, 'categoryOnce'],
  [/^Each only once$/, 'once'],
  [/^Not zero$/, 'notZero'],
  [/^Invoices, earnings or budgets are in the present currency$/, 'currencyFixed'],
  [/^Only of a campaign$/, 'ofCampaign'],
  [/^A month like 2026-11$/, 'month'],
  [/^An account number$/, 'account'],
  [/^From 1\.00 to 10,000,000\.00\.$/, 'budgetAmount'],
  [/^This month has not begun\.$/, 'monthAhead'],
  [/^More than is left\.$/, 'moreThanLeft'],
  [/^Another budget\.$/, 'otherBudget'],
  [/^A budget in the same currency\.$/, 'sameCurrency'],
  [/^The end lies before the start$/, 'endBeforeStart'],
  [/^The last day is before the first$/, 'lastDay'],
  [/^All within (?<n>\d+) days$/, 'withinDays'],
  [/^At most the whole budget$/, 'wholeBudget'],
  [/^Something it names is not there any more\.$/, 'gone'],
  [/^The shares must add up to 100$/, 'shares'],
  [/^At most two decimals$/, 'twoDecimals'],
  [/^No card numbers, please$/, 'cardNumber'],
  [/^This was counted from plays and stays as it is$/, 'counted'],
  [/^Another plan has this code$/, 'codeTaken'],
  [/^A time on the five-minute grid$/, 'grid'],
  [/^A start before midnight$/, 'beforeMidnight'],
  [/^A temperature is missing$/, 'temperature'],
  [/^At least is above at most$/, 'leastAboveMost'],
  [/^A headline in at least one language$/, 'headline'],
  [/^An area on the map or a code$/, 'place'],
  [/^At least one screen$/, 'oneScreen'],
  [/^At least one tag$/, 'oneTag'],
  [/^At least two points$/, 'twoPoints'],
  [/^Who warns, by name$/, 'sender'],
  [/^A partner$/, 'partner'],
  [/^As the provider shows it$/, 'providerId'],
  [/^Ten capital letters and digits, as Apple shows it$/, 'appleId'],
  [/^The whole \.p8 file, with its first and last line$/, 'appleKey'],
];

/** Translates a message of a schema; an unknown one becomes "Invalid input". `factor`: see `useMessageText`. */
export function useFieldText(): (message: string, factor?: number) => string {
  const account = useKnownAccountText();
  const other = useMessageText('screens', FIELD_TEXTS);
  const text = useText('common');
  return (message, factor = 1) => account(message, factor) ?? other(message, factor) ?? text('field.invalid');
}
