import type { XmlRule } from '#tests/setup/xml-schema.ts';

// What the formats of exchange allow, as far as the station uses them, in our own words: the DTD of XMLTV is under the
// GPL, and the schema of ETSI is not free. An element that is not listed here is refused.

type Schema = Readonly<Record<string, XmlRule>>;

const ADDRESS = /^\S+$/;
const WORDS = /\S/;
const LANGUAGE = { lang: /^[a-z]{2,3}(-[A-Z]{2})?$/ };
const upTo = (chars: number): RegExp => new RegExp(`^[^]{1,${chars}}$`, 'u');

/** XMLTV 1.0, after the DTD of the project (`xmltv.dtd`). */
export const XMLTV: Schema = {
  tv: {
    content: 'channel*, programme*',
    optional: { 'source-info-url': ADDRESS, 'source-info-name': WORDS, 'generator-info-name': WORDS },
  },
  channel: { content: 'display-name+, icon*, url*', required: { id: /^[-\w]+(\.[-\w]+)+$/ } },
  'display-name': { text: WORDS, optional: LANGUAGE },
  programme: {
    content:
      'title+, sub-title*, desc*, credits?, date?, category*, keyword*, language?, orig-language?, length?, icon*, url*, country*, episode-num*, video?, audio?, previously-shown?, premiere?, last-chance?, new?, subtitles*, rating*, star-rating*, review*',
    required: { start: /^\d{14} [+-]\d{4}$/, channel: /^[-\w]+(\.[-\w]+)+$/ },
    optional: { stop: /^\d{14} [+-]\d{4}$/ },
  },
  title: { text: WORDS, optional: LANGUAGE },
  desc: { text: WORDS, optional: LANGUAGE },
  credits: {
    content: 'director*, actor*, writer*, adapter*, producer*, composer*, editor*, presenter*, commentator*, guest*',
  },
  presenter: { text: WORDS },
  icon: { content: '', required: { src: ADDRESS }, optional: { width: /^\d+$/, height: /^\d+$/ } },
  url: { text: ADDRESS },
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
const DURATION = /^PT(?=\d)(\d+H)?(\d+M)?(\d+S)?$/;
const MIME = /^[\w.+-]+\/[\w.+-]+$/;
const COUNT = /^[1-9]\d*$/;
const XML_LANGUAGE = { 'xml:lang': LANGUAGE.lang };

/** Service and programme information for hybrid radio: ETSI TS 102 818, clauses 5 to 7 (`spi_33.xsd` of RadioDNS). */
export const SPI: Schema = {
  serviceInformation: {
    content: 'services?, serviceGroups?',
    required: { xmlns: /^http:\/\/www\.worlddab\.org\/schemas\/spi\/31$/ },
    optional: { creationTime: TIME, originator: upTo(128), version: COUNT, ...XML_LANGUAGE },
  },
  services: { content: 'serviceProvider?, service*' },
  service: {
    content:
      'shortName+, mediumName+, longName*, mediaDescription*, genre*, keywords*, link*, bearer*, radiodns?, geolocation?, serviceGroupMember*',
    optional: { version: COUNT },
  },
  shortName: { text: upTo(8), optional: XML_LANGUAGE },
  mediumName: { text: upTo(16), optional: XML_LANGUAGE },
  longName: { text: upTo(128), optional: XML_LANGUAGE },
  mediaDescription: { content: 'shortDescription*, longDescription*|multimedia' },
  shortDescription: { text: upTo(180), optional: XML_LANGUAGE },
  multimedia: {
    content: '',
    required: { url: ADDRESS },
    optional: {
      mimeValue: MIME,
      type: /^logo_(unrestricted|colour_square|colour_rectangle)$/,
      width: COUNT,
      height: COUNT,
    },
  },
  link: { content: '', required: { uri: ADDRESS }, optional: { mimeValue: MIME, description: upTo(180) } },
  bearer: {
    content: 'geolocation*',
    required: { id: ADDRESS, cost: /^\d+$/ },
    optional: { mimeValue: MIME, bitrate: /^\d+$/, offset: /^\d+$/ },
  },
  radiodns: { content: '', required: { fqdn: ADDRESS, serviceIdentifier: /^[a-z0-9]{1,16}$/ } },
  epg: {
    content: 'schedule*',
    required: { xmlns: /^http:\/\/www\.worlddab\.org\/schemas\/spi\/31$/ },
    optional: XML_LANGUAGE,
  },
  schedule: {
    content: 'scope?, programme*',
    optional: { version: COUNT, creationTime: TIME, originator: upTo(128), ...XML_LANGUAGE },
  },
  scope: { content: 'serviceScope*', required: { startTime: TIME, stopTime: TIME } },
  serviceScope: { content: '', required: { id: ADDRESS } },
  programme: {
    content:
      'shortName*, mediumName+, longName*, location*, onDemand*, mediaDescription*, genre*, keywords*, memberOf*, link*, programmeEvent*',
    required: { shortId: /^\d{1,8}$/, id: /^crid:\/\/[^/]+\/.+$/ },
    optional: { version: COUNT, ...XML_LANGUAGE },
  },
  location: { content: 'time+, bearer*' },
  time: { content: '', required: { time: TIME, duration: DURATION } },
};

const POINT = String.raw`-?\d+(?:\.\d+)? -?\d+(?:\.\d+)?`;

/** Atom (RFC 4287), whose order is free and here the station's own, with a line of GeoRSS Simple: two points or more. */
export const GEORSS: Schema = {
  feed: {
    content: 'id, title, subtitle?, updated, author+, link+, entry*',
    required: { xmlns: /^http:\/\/www\.w3\.org\/2005\/Atom$/, 'xmlns:georss': /^http:\/\/www\.georss\.org\/georss$/ },
    optional: XML_LANGUAGE,
  },
  id: { text: /^https?:\/\/\S+$/ },
  title: { text: WORDS },
  subtitle: { text: WORDS },
  updated: { text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
  author: { content: 'name' },
  name: { text: WORDS },
  link: { content: '', required: { href: ADDRESS }, optional: { rel: /^(self|alternate)$/, type: MIME } },
  entry: { content: 'id, title, updated, summary?, category*, link+, georss:line?' },
  summary: { text: WORDS },
  category: { content: '', required: { term: WORDS } },
  'georss:line': { text: new RegExp(`^${POINT}(?: ${POINT})+$`) },
};
