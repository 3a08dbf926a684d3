// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Interface of the Safe multisignature account, with owners, a threshold, and approvals by the sender.
contract Multisig {
	/// The proxy stores its implementation here.
	address internal singleton;
	mapping(address => address) internal modules;
	mapping(address => address) internal owners;
	uint256 internal ownerCount;
	uint256 internal threshold;
	uint256 public nonce;
	mapping(address => mapping(bytes32 => uint256)) public approvedHashes;

	address private constant SENTINEL = address(1);
	bytes32 private constant TX =
		keccak256(
			"SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
		);

	event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
	event ApproveHash(bytes32 indexed approvedHash, address indexed owner);
	event SafeReceived(address indexed sender, uint256 value);
	event AddedOwner(address indexed owner);
	event ChangedThreshold(uint256 threshold);

	receive() external payable {
		emit SafeReceived(msg.sender, msg.value);
	}

	function VERSION() external pure returns (string memory) {
		return "1.4.1";
	}

	function setup(
		address[] calldata owners_,
		uint256 threshold_,
		address,
		bytes calldata,
		address,
		address,
		uint256,
		address payable
	) external {
		require(threshold == 0, "GS200");
		require(threshold_ > 0 && threshold_ <= owners_.length, "GS201");
		address last = SENTINEL;
		for (uint256 i; i < owners_.length; i++) {
			require(owners_[i] != address(0) && owners[owners_[i]] == address(0), "GS203");
			owners[last] = owners_[i];
			last = owners_[i];
		}
		owners[last] = SENTINEL;
		ownerCount = owners_.length;
		threshold = threshold_;
		modules[SENTINEL] = SENTINEL;
	}

	function getOwners() external view returns (address[] memory list) {
		list = new address[](ownerCount);
		address at = owners[SENTINEL];
		for (uint256 i; at != SENTINEL && at != address(0); at = owners[at]) list[i++] = at;
	}

	function getThreshold() external view returns (uint256) {
		return threshold;
	}

	function isOwner(address owner) public view returns (bool) {
		return owner != SENTINEL && owners[owner] != address(0);
	}

	function isModuleEnabled(address module) external view returns (bool) {
		return module != SENTINEL && modules[module] != address(0);
	}

	function addOwnerWithThreshold(address owner, uint256 threshold_) external {
		require(msg.sender == address(this), "GS031");
		require(owner != address(0) && owners[owner] == address(0), "GS204");
		owners[owner] = owners[SENTINEL];
		owners[SENTINEL] = owner;
		ownerCount++;
		threshold = threshold_;
		emit AddedOwner(owner);
	}

	function domainSeparator() public view returns (bytes32) {
		return
			keccak256(
				abi.encode(
					keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"),
					block.chainid,
					address(this)
				)
			);
	}

	function approveHash(bytes32 hash) external {
		require(isOwner(msg.sender), "GS030");
		approvedHashes[msg.sender][hash] = 1;
		emit ApproveHash(hash, msg.sender);
	}

	function execTransaction(
		address to,
		uint256 value,
		bytes calldata data,
		uint8 operation,
		uint256 safeTxGas,
		uint256 baseGas,
		uint256 gasPrice,
		address gasToken,
		address payable refundReceiver,
		bytes memory signatures
	) external payable returns (bool ok) {
		bytes32 hash = keccak256(
			abi.encode(TX, to, value, keccak256(data), operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce++)
		);
		hash = keccak256(abi.encodePacked("\x19\x01", domainSeparator(), hash));
		_checkSignatures(hash, signatures);
		require(gasPrice == 0, "GS011");
		bytes memory call_ = data;
		if (operation == 1) (ok, ) = to.delegatecall(call_);
		else (ok, ) = to.call{value: value}(call_);
		require(ok, "GS013");
		emit ExecutionSuccess(hash, 0);
	}

	function _checkSignatures(bytes32 hash, bytes memory signatures) private view {
		require(threshold > 0 && signatures.length >= threshold * 65, "GS020");
		address last;
		for (uint256 i; i < threshold; i++) {
			bytes32 r;
			bytes32 s;
			uint8 v;
			assembly {
				let at := add(add(signatures, 32), mul(i, 65))
				r := mload(at)
				s := mload(add(at, 32))
				v := byte(0, mload(add(at, 64)))
			}
			address owner = v == 1 ? address(uint160(uint256(r))) : ecrecover(hash, v, r, s);
			require(v != 1 || msg.sender == owner || approvedHashes[owner][hash] != 0, "GS025");
			require(owner > last && isOwner(owner), "GS026");
			last = owner;
		}
	}
}

/// Runs a packed list of calls. Accounts call it with delegatecall.
contract MultiSend {
	bool private immutable callsOnly;

	constructor(bool callsOnly_) {
		callsOnly = callsOnly_;
	}

	function multiSend(bytes memory transactions) external payable {
		bool plain = callsOnly;
		assembly {
			let end := mload(transactions)
			let at := 0x20
			for {

			} lt(at, add(end, 0x20)) {

			} {
				let operation := shr(0xf8, mload(add(transactions, at)))
				let to := shr(0x60, mload(add(transactions, add(at, 0x01))))
				let value := mload(add(transactions, add(at, 0x15)))
				let size := mload(add(transactions, add(at, 0x35)))
				let data := add(transactions, add(at, 0x55))
				let ok := 0
				switch operation
				case 0 {
					ok := call(gas(), to, value, data, size, 0, 0)
				}
				case 1 {
					if plain {
						revert(0, 0)
					}
					ok := delegatecall(gas(), to, data, size, 0, 0)
				}
				if iszero(ok) {
					revert(0, 0)
				}
				at := add(at, add(0x55, size))
			}
		}
	}
}

/// Deposits that accounts make at the entry point to pay for their operations.
contract EntryDeposits {
	mapping(address => uint256) public balanceOf;
	event Deposited(address indexed account, uint256 totalDeposit);
	event Withdrawn(address indexed account, address withdrawAddress, uint256 amount);

	function getNonce(address, uint192) external pure returns (uint256) {
		return 0;
	}

	function depositTo(address account) external payable {
		balanceOf[account] += msg.value;
		emit Deposited(account, balanceOf[account]);
	}

	function withdrawTo(address payable to, uint256 amount) external {
		balanceOf[msg.sender] -= amount;
		emit Withdrawn(msg.sender, to, amount);
		(bool ok, ) = to.call{value: amount}("");
		require(ok);
	}
}

/// Pays many recipients at once, like Disperse.
contract Payments {
	function disperseEther(address payable[] calldata recipients, uint256[] calldata values) external payable {
		for (uint256 i; i < recipients.length; i++) recipients[i].transfer(values[i]);
		if (address(this).balance > 0) payable(msg.sender).transfer(address(this).balance);
	}

	function disperseToken(address token, address[] calldata recipients, uint256[] calldata values) external {
		for (uint256 i; i < recipients.length; i++) {
			(bool ok, ) = token.call(
				abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, recipients[i], values[i])
			);
			require(ok);
		}
	}
}
