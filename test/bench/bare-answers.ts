import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Asking, putAgain } from "./asked.ts";
import { type Cost, meter } from "./meter.ts";

/** Minimum work between an approval and its answer, without an app: the physical limit on this machine. */

/** Size of a journal row with its review, in bytes. */
const ROW = "x".repeat(2_000);
const HASH = `0x${"5a".repeat(32)}`;

/** External requests that an answer needed. */
interface Needed {
	readonly asked: readonly Asking[];
	/** How often it was written down before it went on. */
	readonly writes: number;
}

export interface BareAnswers {
	/** The same questions asked again, as many writes to the same disk, and a signature by a process of its own. */
	answer(needed: Needed): Promise<Cost>;
	close(): void;
}

export function openBareAnswers(folder: string): BareAnswers {
	const db = new DatabaseSync(join(folder, "bare.db"));
	db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (body TEXT)");
	const insert = db.prepare("INSERT INTO rows (body) VALUES (?)");
	const signer = fork(new URL("./bare-signer.ts", import.meta.url), {
		serialization: "advanced",
		execArgv: [],
	});
	return {
		async answer({ asked, writes }) {
			const questions = asked.filter(({ streams }) => !streams);
			const stop = meter();
			for (let at = 0; at < writes; at += 1) insert.run(ROW);
			await putAgain(questions);
			const signed = once(signer, "message");
			signer.send(HASH);
			await signed;
			return stop();
		},
		close() {
			signer.disconnect();
			db.close();
		},
	};
}
