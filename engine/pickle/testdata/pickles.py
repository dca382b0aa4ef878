"""Writes pickles.txt: JSON values and the bytes into which Python (3.8 and later) pickles them, in hexadecimal; long ones
as their number and SHA-256. Run it by hand: python3 pickles.py > pickles.txt"""
import hashlib, io, json, pickle

SHORT = """null true false 0 1 -1 127 128 -128 -129 255 256 65535 65536 -32768 2147483647 2147483648 -2147483648 -2147483649
549755813887 549755813888 -549755813888 -549755813889 9223372036854775807 9223372036854775808 123456789012345678901234567890
-0 1.5 -0.0 1e3 1E-7 0.1 1.7976931348623157e308 5e-324 "" "a" "ab" "é" "中文" "😀" "\\u00ff" "\\u0100" "\\"\\\\\\n" [] {} [1] [1,2] {"a":1}
{"a":1,"b":2} ["a","a"] ["ab","ab"] ["",""] ["é","é"] ["Ā","Ā"] [[],[]] {"a":{"a":1}} {"ab":"ab"} [{"ab":1},{"ab":2}] {"a":"a"}
[null,true,false,[[[[1]]]]] {"k":[{"x":1.0,"y":[1,2,3]},{"x":2.0,"y":[]}]} [1.0,1.0] {"rank":3,"name":"xxxx"}""".split()
LONG = {"x255": "x" * 255, "x256": "x" * 256, "x65535": "x" * 65535, "x65536": "x" * 65536, "pair": ["x" * 70000, "y", "y"], "n999": list(range(999)),
        "n1000": list(range(1000)), "n1001": list(range(1001)), "n2001": list(range(2001)), "d1001": {str(i): i for i in range(1001)},
        "frames": ["abcdefgh%d" % i for i in range(9000)], "memo": [{"k%d" % i: 0} for i in range(300)] + [{"k%d" % i: 1} for i in range(300)]}


def pickled(text):
    f = io.BytesIO()
    pickle.Pickler(f, protocol=4).dump(json.loads(text))
    return f.getvalue()


for text in SHORT:
    print(text, pickled(text).hex())
for name, v in LONG.items():
    b = pickled(json.dumps(v))
    print("%" + name, len(b), hashlib.sha256(b).hexdigest())
