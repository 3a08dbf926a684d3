import { isSameSecret } from "../core/same-secret.ts";
import { Admission } from "./admission.ts";
import { HttpDoor } from "./http-door.ts";
import { MainLink, type StartTimer } from "./main-link.ts";
import { type Doors, type FromAgents, toAgents } from "./protocol.ts";
import { SocketDoor, SocketInUseError } from "./socket-door.ts";

type DoorFault = Extract<FromAgents, { kind: "listening" }>["faults"][number];

interface OpenDoors {
	readonly token: string;
	readonly link: MainLink;
	readonly admission: Admission;
	readonly http: HttpDoor;
	readonly socket: SocketDoor;
}

const systemCode = (error: unknown) => (error instanceof Error ? Reflect.get(error, "code") : null);

/** Serves programs on this computer: opens the doors listed in `hello` and forwards calls to main. */
export class AgentsServer {
	readonly #options;
	#running: OpenDoors | null = null;

	constructor(options: {
		readonly post: (message: FromAgents) => void;
		readonly after: StartTimer;
		/** Must never receive a secret. */
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	receive(message: unknown): void {
		const { log } = this.#options;
		const parsed = toAgents.safeParse(message);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			log(`a message was ignored: ${issue?.path.join(".") ?? ""} ${issue?.code ?? ""}`);
			return;
		}
		const { data } = parsed;
		const running = this.#running;
		if (running === null) {
			if (data.kind === "hello") void this.#open(data.token, data.doors);
			else log("a message before hello was ignored");
			return;
		}
		if (!isSameSecret(data.token, running.token)) {
			log("a message with another token was ignored");
			return;
		}
		switch (data.kind) {
			case "hello":
				log("a second hello was ignored");
				return;
			case "answer":
				running.link.settle(data.id, data.answer);
				return;
			case "changed":
				running.link.change(data.credential, data.status);
				return;
			case "disconnect":
				running.admission.forget(data.credential);
				running.http.disconnect(data.credential);
				running.socket.disconnect(data.credential);
				return;
		}
	}

	async shutDown(): Promise<void> {
		await Promise.all([this.#running?.http.close(), this.#running?.socket.close()]);
	}

	async #open(token: string, doors: Doors): Promise<void> {
		const { post, after, log } = this.#options;
		const link = new MainLink({ token, post, after });
		const admission = new Admission(link, after);
		const http = new HttpDoor({ link, admission, log });
		const socket = new SocketDoor({ link, admission, after, log });
		this.#running = { token, link, admission, http, socket };
		const faults: DoorFault[] = [];
		const port = doors.http === null ? null : await opened(http.open(doors.http.port), "port_in_use", faults);
		const path = doors.socket;
		const hasSocket =
			path !== null &&
			(await opened(
				socket.open(path).then(() => true),
				"socket_in_use",
				faults,
			)) === true;
		post({ kind: "listening", token, port, socket: hasSocket, faults });
	}
}

/** Waits for a door to open. If opening fails, records the fault and returns `null`. */
async function opened<T>(opening: Promise<T>, inUse: DoorFault, faults: DoorFault[]): Promise<T | null> {
	try {
		return await opening;
	} catch (error) {
		const isInUse = error instanceof SocketInUseError || systemCode(error) === "EADDRINUSE";
		faults.push(isInUse ? inUse : "not_permitted");
		return null;
	}
}
