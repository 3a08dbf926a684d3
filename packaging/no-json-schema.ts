/** Stands in for the JSON schema validator that electron-store imports and that no store of ours asks for. */
export class Ajv2020 {
	constructor() {
		throw new Error("This build has no JSON schema validator.");
	}
}

export default (): never => {
	throw new Error("This build has no JSON schema validator.");
};
