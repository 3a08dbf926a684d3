// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IMoved {
	function transferFrom(address from, address to, uint256 amount) external;
}

interface IContractSigner {
	function isValidSignature(bytes32 hash, bytes memory signature) external view returns (bytes4);
}

/// Interface and behaviour of Permit2: allowances with an expiration, and transfers by signature.
contract Permit2 {
	struct PackedAllowance {
		uint160 amount;
		uint48 expiration;
		uint48 nonce;
	}
	struct PermitDetails {
		address token;
		uint160 amount;
		uint48 expiration;
		uint48 nonce;
	}
	struct PermitSingle {
		PermitDetails details;
		address spender;
		uint256 sigDeadline;
	}
	struct PermitBatch {
		PermitDetails[] details;
		address spender;
		uint256 sigDeadline;
	}
	struct AllowanceTransferDetails {
		address from;
		address to;
		uint160 amount;
		address token;
	}
	struct TokenSpenderPair {
		address token;
		address spender;
	}
	struct TokenPermissions {
		address token;
		uint256 amount;
	}
	struct PermitTransferFrom {
		TokenPermissions permitted;
		uint256 nonce;
		uint256 deadline;
	}
	struct SignatureTransferDetails {
		address to;
		uint256 requestedAmount;
	}

	event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration);
	event Permit(
		address indexed owner,
		address indexed token,
		address indexed spender,
		uint160 amount,
		uint48 expiration,
		uint48 nonce
	);
	event Lockdown(address indexed owner, address token, address spender);

	error AllowanceExpired(uint256 deadline);
	error InsufficientAllowance(uint256 amount);
	error InvalidNonce();
	error InvalidSigner();
	error SignatureExpired(uint256 signatureDeadline);

	bytes32 private constant DETAILS =
		keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
	bytes32 private constant SINGLE =
		keccak256(
			"PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
		);
	bytes32 private constant BATCH =
		keccak256(
			"PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
		);
	bytes32 private constant PERMISSIONS = keccak256("TokenPermissions(address token,uint256 amount)");
	bytes32 private constant TRANSFER =
		keccak256(
			"PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
		);

	mapping(address => mapping(address => mapping(address => PackedAllowance))) public allowance;
	mapping(address => mapping(uint256 => uint256)) public nonceBitmap;

	function DOMAIN_SEPARATOR() public view returns (bytes32) {
		return
			keccak256(
				abi.encode(
					keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
					keccak256("Permit2"),
					block.chainid,
					address(this)
				)
			);
	}

	function approve(address token, address spender, uint160 amount, uint48 expiration) external {
		_set(msg.sender, token, spender, amount, expiration);
		emit Approval(msg.sender, token, spender, amount, expiration);
	}

	function permit(address owner, PermitSingle memory single, bytes calldata signature) external {
		if (block.timestamp > single.sigDeadline) revert SignatureExpired(single.sigDeadline);
		bytes32 details = keccak256(abi.encode(DETAILS, single.details));
		_check(owner, keccak256(abi.encode(SINGLE, details, single.spender, single.sigDeadline)), signature);
		_permit(owner, single.details, single.spender);
	}

	function permit(address owner, PermitBatch memory batch, bytes calldata signature) external {
		if (block.timestamp > batch.sigDeadline) revert SignatureExpired(batch.sigDeadline);
		bytes32[] memory details = new bytes32[](batch.details.length);
		for (uint256 i; i < details.length; i++) details[i] = keccak256(abi.encode(DETAILS, batch.details[i]));
		bytes32 list = keccak256(abi.encodePacked(details));
		_check(owner, keccak256(abi.encode(BATCH, list, batch.spender, batch.sigDeadline)), signature);
		for (uint256 i; i < details.length; i++) _permit(owner, batch.details[i], batch.spender);
	}

	function transferFrom(address from, address to, uint160 amount, address token) external {
		_spend(from, to, amount, token);
	}

	function transferFrom(AllowanceTransferDetails[] calldata details) external {
		for (uint256 i; i < details.length; i++) {
			_spend(details[i].from, details[i].to, details[i].amount, details[i].token);
		}
	}

	function lockdown(TokenSpenderPair[] calldata approvals) external {
		for (uint256 i; i < approvals.length; i++) {
			allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
			emit Lockdown(msg.sender, approvals[i].token, approvals[i].spender);
		}
	}

	function invalidateUnorderedNonces(uint256 wordPos, uint256 mask) external {
		nonceBitmap[msg.sender][wordPos] |= mask;
	}

	function permitTransferFrom(
		PermitTransferFrom memory given,
		SignatureTransferDetails calldata details,
		address owner,
		bytes calldata signature
	) external {
		if (block.timestamp > given.deadline) revert SignatureExpired(given.deadline);
		if (details.requestedAmount > given.permitted.amount) revert InsufficientAllowance(given.permitted.amount);
		uint256 bit = 1 << (given.nonce & 0xff);
		if (nonceBitmap[owner][given.nonce >> 8] & bit != 0) revert InvalidNonce();
		nonceBitmap[owner][given.nonce >> 8] |= bit;
		bytes32 permissions = keccak256(abi.encode(PERMISSIONS, given.permitted));
		_check(
			owner,
			keccak256(abi.encode(TRANSFER, permissions, msg.sender, given.nonce, given.deadline)),
			signature
		);
		_move(given.permitted.token, owner, details.to, details.requestedAmount);
	}

	function _permit(address owner, PermitDetails memory details, address spender) private {
		PackedAllowance storage kept = allowance[owner][details.token][spender];
		if (kept.nonce != details.nonce) revert InvalidNonce();
		kept.nonce++;
		_set(owner, details.token, spender, details.amount, details.expiration);
		emit Permit(owner, details.token, spender, details.amount, details.expiration, details.nonce);
	}

	function _set(address owner, address token, address spender, uint160 amount, uint48 expiration) private {
		PackedAllowance storage kept = allowance[owner][token][spender];
		kept.amount = amount;
		kept.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
	}

	function _spend(address from, address to, uint160 amount, address token) private {
		PackedAllowance storage kept = allowance[from][token][msg.sender];
		if (block.timestamp > kept.expiration) revert AllowanceExpired(kept.expiration);
		if (kept.amount != type(uint160).max) {
			if (amount > kept.amount) revert InsufficientAllowance(kept.amount);
			kept.amount -= amount;
		}
		_move(token, from, to, amount);
	}

	function _move(address token, address from, address to, uint256 amount) private {
		IMoved(token).transferFrom(from, to, amount);
	}

	function _check(address owner, bytes32 said, bytes calldata signature) private view {
		bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), said));
		if (owner.code.length > 0) {
			if (IContractSigner(owner).isValidSignature(digest, signature) != 0x1626ba7e) revert InvalidSigner();
			return;
		}
		(bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
		if (ecrecover(digest, uint8(signature[64]), r, s) != owner || owner == address(0)) revert InvalidSigner();
	}
}
