// What the page's modules hand to each other, for the type check alone: no browser loads this file.

type Seat = number;
/** A kind as the API writes it: rank 1-9 and m, p or s. */
type Kind = string;
type MeldKind = "pong" | "concealed" | "added" | "exposed" | "late";
type Ending = "self_draw" | "discard" | "robbed_kong" | "drawn";
type Fate = "lying" | "claimed" | "won";

interface Meld {
	kind: MeldKind;
	tile: Kind;
	from?: Seat | null;
	/** By a player, not by a photo alone. */
	confirmed?: boolean;
}

interface Player {
	seen: boolean;
	hand: Kind[];
	/** The tile that lies apart: won on, or drawn last. */
	apart: Kind | null;
	melds: Meld[];
	/** Said to have no meld. */
	kongless?: boolean;
	/** The photo shows tiles of the hand that have no name. */
	unread: boolean;
	discards: Kind[];
	/** The kinds whose copies among the discards were told or seen. */
	counted: Kind[];
	declared?: "soft" | "hard" | null;
	ready?: boolean;
	ready_units?: number;
	ready_as?: number;
	chickens: Record<Kind, number>;
	/** 估卖 */
	side_bet?: number;
	/** 定缺: the suit that was declared to be lacking. */
	missing?: string | null;
}

/** A table's own rules over a rule set (scoring/HOUSE.md). */
interface RuleSheet {
	base: string;
	name?: string;
	options?: Record<string, boolean>;
	values?: Record<string, any>;
}

/** What one player gives another beside what the rules pay, in units. */
interface Extra {
	from: Seat;
	to: Seat;
	units: number;
	why: string;
}

interface First {
	seat?: Seat | null;
	fate?: Fate;
	by?: Seat;
}

/** undefined: not said; null: said that there is none. */
interface Round {
	/** A rule set's name, or a sheet over one. */
	rules: string | RuleSheet;
	options: Record<string, boolean>;
	stake?: number;
	names: string[] | null;
	/** Whose hand is asked for. */
	me: Seat;
	dealer?: Seat;
	streak?: number;
	end?: Ending;
	/** The end that a link took by default. */
	supposed?: Ending;
	winners?: Seat[];
	tile?: Kind;
	from?: Seat;
	after_kong?: MeldKind | null;
	heavenly?: boolean;
	turned?: Kind | null;
	/** Said that nobody saw it. */
	turned_unseen?: boolean;
	first: Record<Kind, First>;
	first_untold?: Kind[];
	refused?: Seat[];
	/** 地胡: winners before their first discard. */
	earthly?: Seat[];
	/** 1 Monday … 7 Sunday; not said: today's; null: not known. */
	weekday?: number | null;
	/** Lines by hand. */
	extra: Extra[];
	players: Player[];
}

interface ReadTile {
	tile: string;
	box: [number, number, number, number];
	confidence: number;
	alternatives?: { tile: string; confidence: number }[];
	group: number;
	dropped?: boolean;
}

interface Doubt {
	code: string;
	tiles: number[];
	message: string;
	message_en?: string;
	suggestion?: Correction[];
	worth?: { changes: string; units?: number | null };
	/** How likely the reading is wrong there, 0-1. */
	p?: number;
}

type Correction = { op: string; [field: string]: unknown };

interface Reading {
	width: number;
	height: number;
	tiles: ReadTile[];
	groups: { role: string; tiles: number[]; number?: number; owner?: string | null }[];
	hand: string;
	melds: { kind: MeldKind; tile: Kind | null; group: number; fed_by: string | null }[];
	winning_tile: Kind | null;
	/** By owner: near, right, opposite, left. */
	players?: Record<string, any>;
	/** Lies face up on a wall. */
	turned?: Kind | null;
	doubts: Doubt[];
}

interface Photo {
	/** Names it in the browser's database. */
	id: string;
	/** Both are back a moment after the page was opened anew. */
	url?: string;
	file?: Blob;
	/** It was not kept: what was read of it was. */
	gone?: boolean;
	busy: boolean;
	corrections: Correction[];
	/** Keys of doubts that were looked at. */
	noted: string[];
	zoomed: boolean;
	/** By what the doubts of `reading` are priced. */
	prices?: { rules: string; options: Record<string, boolean> };
	original?: Reading;
	reading?: Reading;
	problem?: ApiProblem | null;
}

interface ApiProblem {
	code: string;
	detail?: string;
	pointer?: string;
	status?: number;
	/** Whom and which tile it is about, where it is about one. */
	seat?: Seat;
	tile?: Kind;
}

/** What the API settles, and what it answers: shapes of the wire contract, not repeated here. */
type Deal = { [field: string]: any };
type Settlement = { [field: string]: any };

/** A doubt that nobody had looked at when it was settled. */
interface OpenDoubt {
	seat: Seat;
	code: string;
	message: string;
	message_en?: string;
	/** Of a photo that is here: names it among the photo's doubts. */
	key?: string;
}

/** A settled round as links and evenings keep it. */
interface Kept {
	deal: Deal;
	names: string[] | null;
	assumed: string[];
	doubts: OpenDoubt[];
	extra?: Extra[];
	/** The seat of who settled it, and their browser. */
	view: Seat;
	by?: string;
}

interface Answer {
	fragment: string;
	kept?: Kept | null;
	busy?: boolean;
	/** It came by a link, from somebody else. */
	opened?: boolean;
	settlement?: Settlement;
	problem?: ApiProblem;
}

interface SettledRound {
	/** When it was recorded; names the round. */
	at: string;
	deal?: Deal;
	assumed?: string[];
	doubts?: OpenDoubt[];
	extra?: Extra[];
	by?: string;
	/** Where the deal's seats lie among the evening's, where the players have changed places since. */
	seats?: Seat[];
	winners: { seat: Seat; pattern: string; label: string }[];
	balance: number[];
	money: number[];
	next_dealer: Seat;
	next_streak: number;
}

interface Evening {
	version: 1;
	/** When it began; names the evening. */
	begun?: string;
	/** When it was put away. */
	ended?: string;
	names: string[];
	/** Whose phone this is. */
	me: Seat;
	rules: string | RuleSheet;
	options: Record<string, boolean>;
	stake?: number;
	/** Those of the first round. */
	dealer: Seat;
	streak: number;
	rounds: SettledRound[];
	/** The rounds before the last changes, for undo. */
	past: SettledRound[][];
}

interface Draft {
	sheet: RuleSheet;
	/** Which of the kept ones it is; null: none yet. */
	at: number | null;
	/** It came by a link. */
	shared?: boolean;
	/** What /v1/rules/check says of it. */
	checked?: { differences: any[]; patterns: any[] } | null;
	problem?: ApiProblem | null;
}

type Preview = { kind: string; [field: string]: any } | null;
type Sheet = { kind: string; [field: string]: any } | null;

/** As /v1/sets answers it. */
interface TaughtSet {
	kinds: string[];
	missing: string[];
	faces: object[];
}

interface State {
	view: string;
	rules: { rule_sets: any[]; values: any[]; presets: any[]; turned: Record<string, Record<string, string>>; assumed: Record<string, { zh: string; en: string }>; [field: string]: any } | null;
	/** The sheets that this phone keeps. */
	houses: RuleSheet[];
	/** The sheet that is being changed. */
	draft: Draft | null;
	rulesProblem?: ApiProblem | null;
	round: Round;
	photos: Record<Seat, Photo>;
	previews: Record<Seat, Preview>;
	/** Whose hand is entered. */
	seat: Seat;
	typing: boolean;
	opened: Seat[];
	houseOpen: boolean;
	sheet: Sheet;
	answer: Answer | null;
	dirty: boolean;
	aside: any[];
	evening: Evening | null;
	/** The evening's round that this one is (its `at`). */
	place?: string;
	/** The recorded round is being changed. */
	editing: boolean;
	archive: Evening[];
	/** Another tab writes. */
	elsewhere?: boolean;
	unkept?: boolean;
	/** The server was not reached when last asked. */
	offline?: boolean;
	openRound?: number;
	importProblem?: ApiProblem | null;
	ruleLinkProblem?: ApiProblem | null;
	badStake?: string;
	copied?: boolean;
	teaching?: { busy: boolean; problem?: any; unkept?: boolean };
}
