/** The texts of all schemas: what a form shows at a field that was refused. */
import type { Input } from '../resource/form.ts';
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
  [/^A (date|day) like 2026-/, 'date'],
  [/^A time like 22:00$/, 'time'],
  [/^[23] to 40 small letters, digits and dashes$/, 'slug'],
  [/^A host name like mail\.example\.net$/, 'host'],
  [/^A number like \+351 21 123 4567$/, 'phone'],
  [/^A country$/, 'choose'],
  [/^A language like en or zh$/, 'language'],
  [/^At most (?<n>\d+) points$/, 'points'],
  [/^At most (?<n>\d+) languages$/, 'languages'],
  [/^At most 5 names of 60 characters each, parted by \/$/, 'folder'],
  [/^Small letters, digits and _$/, 'variable'],
  [/^What is played does not fit its source$/, 'source'],
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
  [/^The platform does not allow this$/, 'platformFixed'],
  [/^Not zero$/, 'notZero'],
  [/^Invoices, earnings or budgets are in the present currency$/, 'currencyFixed'],
  [/^Only of a campaign$/, 'ofCampaign'],
  [/^A month like 2026-11$/, 'month'],
  [/^An account number$/, 'account'],
  [/^From 1\.00 to 10,000,000\.00\.$/, 'budgetAmount'],
  [/^This month has not begun\.$/, 'monthAhead'],
  [/^More than is left\.$/, 'moreThanLeft'],
  [/^Of (?<number>\S+) at most (?<amount>[\d.]+) can be credited$/, 'creditOfInvoice'],
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
  [/^This code is unknown or no longer good\.$/, 'unknownCode'],
  [/^The file is not ready$/, 'fileNotReady'],
  [/^Nothing has changed$/, 'nothingChanged'],
  [/^A length is missing$/, 'lengthMissing'],
  [/^A guaranteed deal says what it owes$/, 'owed'],
  [/^Either allowed or blocked seats$/, 'oneSeatList'],
  [/^A type like video\/mp4$/, 'mimeType'],
  [/^A number like 14\.2$/, 'decimal'],
  [/^A domain like example\.org$/, 'advertiserDomain'],
  [/^Letters, digits, \. _ : -$/, 'dealCode'],
  [/^1, 2, or 500 to 999$/, 'auctionType'],
  [/^A number of the taxonomy$/, 'venueNumber'],
  [/^Hours like Mo-Fr 08:00-18:00; Sa 10:00-13:00$/, 'weekHours'],
  [/^OpenOOH 1\.1 has no such venue$/, 'noVenue'],
  [/^A currency that the partner bids in$/, 'partnerCurrency'],
  [/^This partner has a deal of this code already\.$/, 'dealCodeTaken'],
  [/^This partner has a mapping of it already\.$/, 'mappedAlready'],
  [/^This zone of the screen is a placement already\.$/, 'zoneTaken'],
  [/^An approved creative\.$/, 'approvedCreative'],
  [/^There is no such (partner|placement|listing|model|creative|playlist|screen in service)\.$/, 'noSuch'],
  [/^The first line names the columns screen and external_screen_id$/, 'csvColumns'],
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

/** What an input expects, for rules whose schema has no words of its own; whatever else is expected has a form. */
const EXPECTED: Readonly<Partial<Record<Input['as'], string>>> = {
  ...{ select: 'choose', pick: 'choose', code: 'choose', choice: 'choose', choices: 'choose' },
  ...{ relations: 'choose', number: 'number', seconds: 'number', range: 'number', money: 'number' },
  ...{ percent: 'number', duration: 'number', date: 'date', dateTime: 'moment', file: 'file' },
  point: 'point',
};
const MS_A_SECOND = 1_000;

/** Translates a message of a schema. `input`: where the value is typed; a bound is said in the unit that is typed. */
export function useFieldText(): (message: string, input?: Pick<Input, 'as'>) => string {
  const account = useKnownAccountText();
  const other = useMessageText('screens', FIELD_TEXTS);
  const text = useText('screens');
  return (message, input) => {
    const factor = input?.as === 'seconds' ? MS_A_SECOND : 1;
    const expected = (input && EXPECTED[input.as]) ?? 'form';
    return account(message, factor) ?? other(message, factor) ?? text(`field.${expected}`);
  };
}
