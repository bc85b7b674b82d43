/** Case files of Prebid Server, as they are: of its adapters, its endpoint and its exchange. */
import { get, getIn, isObject, isPresent, listOf, numberOf, objectsOf, textOf, type Json } from '../json.ts';
import { NOTHING_EXPECTED, type CaseExpectation } from '../../contract/programmatic/tester/testCase.ts';
import type { CaseDraft, ExpectedBid } from './testCase.ts';

const OK = 200;
const NO_CONTENT = 204;
const NAME_LENGTH = 110;
const DETAIL_LENGTH = 200;

/** The path without its ending; of a long one the end, which tells more. */
const nameOf = (path: string, more = '') =>
  `${path
    .replace(/\.json$/i, '')
    .replace(/^\/+/, '')
    .slice(-NAME_LENGTH)}${more}` || 'case';
const tagsOf = (path: string) => {
  const folders = path.split('/').slice(0, -1);
  const kind = ['exemplary', 'supplemental', 'supplementary'].find(name => folders.includes(name));
  return ['prebid', ...(kind === undefined ? [] : [kind])];
};
const brief = (value: unknown) => JSON.stringify(value).slice(0, DETAIL_LENGTH);

/** Errors of an adapter are strings, or objects that hold one. */
const errorTexts = (errors: unknown): string[] =>
  listOf(errors).map(one => textOf(one) ?? textOf(get(one, 'value')) ?? brief(one));

const profileOf = (request: unknown) => (isPresent(get(request, 'dooh')) ? 'dooh' : 'generic');

interface Frame {
  path: string;
  file: Json;
}
type Draft = Pick<CaseDraft, 'name' | 'request' | 'response'> & { expect: Partial<CaseExpectation> };
const caseOf = ({ path }: Frame, { expect, ...draft }: Draft): CaseDraft => ({
  ...draft,
  // What Prebid calls valid is OpenRTB itself, not what a screen of ours asks for.
  profile: 'generic',
  expect: { ...NOTHING_EXPECTED, ...expect },
  tags: [...new Set([...tagsOf(path), profileOf(draft.request)])],
  source: 'prebid',
});

function expectedBids(file: Json): ExpectedBid[] {
  return objectsOf(file.expectedBidResponses).flatMap(response =>
    objectsOf(response.bids).map(one => ({
      id: textOf(getIn(one, 'bid', 'id')) ?? '',
      impid: textOf(getIn(one, 'bid', 'impid')) ?? '',
      price: numberOf(getIn(one, 'bid', 'price')) ?? null,
    })),
  );
}

/** What the bidder answered to one call that the adapter made. */
function callCase(frame: Frame, call: Json, at: number): CaseDraft {
  const { path, file } = frame;
  const status = numberOf(getIn(call, 'mockResponse', 'status')) ?? OK;
  const body = getIn(call, 'mockResponse', 'body') ?? null;
  const request = getIn(call, 'expectedRequest', 'body') ?? null;
  const impids = new Set(objectsOf(get(request, 'imp')).map(imp => textOf(imp.id)));
  const bids = expectedBids(file).filter(({ impid }) => impids.has(impid));
  const errors = errorTexts(file.expectedMakeBidsErrors);
  // An error that the status does not show is the adapter's own reading of the markup or of `ext`.
  const isOwn = errors.length > 0 && status === OK;
  const outcome = status === NO_CONTENT ? 'nobid' : status === OK ? null : 'error';
  return caseOf(frame, {
    name: nameOf(path, ` #${at + 1}`),
    request,
    response: { status, body },
    expect: {
      http: status,
      outcome,
      bids: status === OK && bids.length > 0 ? bids : null,
      not_judged: isOwn ? errors : [],
    },
  });
}

function adapterCases(frame: Frame): CaseDraft[] {
  const { path, file } = frame;
  const errors = errorTexts(file.expectedMakeRequestsErrors);
  const own = caseOf(frame, {
    name: nameOf(path),
    request: file.mockBidRequest ?? null,
    response: null,
    expect: errors.length > 0 ? { not_judged: errors } : { valid: true },
  });
  return [own, ...objectsOf(file.httpCalls).map((call, at) => callCase(frame, call, at))];
}

/** Prebid's own verdict on a whole request: 200 or 400. */
function endpointCase(frame: Frame): CaseDraft {
  const { path, file } = frame;
  const text = textOf(file.expectedErrorMessage)?.trim();
  const rest = ['expectedBidResponse', 'expectedReqExt', 'expectedImpExt'].filter(name =>
    isPresent(file[name]),
  );
  return caseOf(frame, {
    name: nameOf(path),
    request: file.mockBidRequest ?? null,
    response: null,
    expect: {
      valid: file.expectedReturnCode === OK,
      not_judged: [...(text === undefined || text === '' ? [] : [text.slice(0, DETAIL_LENGTH)]), ...rest],
    },
  });
}

const exchangeCase = (frame: Frame): CaseDraft =>
  caseOf(frame, {
    name: nameOf(frame.path),
    request: getIn(frame.file, 'incomingRequest', 'ortbRequest') ?? null,
    response: null,
    expect: { not_judged: ['outgoingRequests', 'response'].filter(name => isPresent(frame.file[name])) },
  });

/** The cases of one file; null where it is none of Prebid's. */
export function casesOfPrebid(path: string, file: unknown): CaseDraft[] | null {
  if (!isObject(file)) return null;
  const frame = { path, file };
  if (isPresent(getIn(file, 'incomingRequest', 'ortbRequest'))) return [exchangeCase(frame)];
  if (!Object.hasOwn(file, 'mockBidRequest')) return null;
  if (typeof file.expectedReturnCode === 'number') return [endpointCase(frame)];
  return adapterCases(frame);
}
