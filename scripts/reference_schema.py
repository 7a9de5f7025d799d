# SPDX-License-Identifier: BSD-3-Clause
"""A page of Markdown from a JSON schema: a section for each kind of object, a row for each member."""


def cell(text):
    return text.replace('|', '\\|').replace('<', '\\<').replace('*', '\\*')


def words_of(key):
    return key.replace('_', ' ')


def type_of(node, schema):
    """What may stand there, in words, with links to the sections of objects."""
    if '$ref' in node:
        key = node['$ref'].rsplit('/', 1)[1]
        target = schema['$defs'][key]
        if 'properties' in target or 'oneOf' in target or target.get('type') == 'array':
            return f'[{words_of(key)}](#{key})'
        return 'an expression' if key == 'number' else 'axes' if key == 'choice' else f'a {words_of(key)}'
    if 'const' in node:
        return f'`{node["const"]}`'
    if 'enum' in node:
        return ', '.join(f'`{value}`' for value in node['enum'])
    if 'oneOf' in node and 'properties' not in node:
        return ' or '.join(type_of(part, schema) for part in node['oneOf'])
    if node.get('type') == 'array':
        inner = type_of(node.get('items', {}), schema)
        return 'a list: ' + inner.replace('a text', 'texts').replace('an object', 'objects').replace('a name', 'names')
    if node.get('type') == 'object':
        inner = node.get('additionalProperties')
        return 'names, each with ' + type_of(inner, schema) if isinstance(inner, dict) else 'an object'
    kinds = {'string': 'a text', 'number': 'a number', 'integer': 'a whole number', 'boolean': 'true or false'}
    return kinds.get(node.get('type'), 'a value')


def is_required(name, node):
    if name in node.get('required', []):
        return 'yes'
    alternatives = [part.get('required', []) for part in node.get('oneOf', [])]
    if any(name in part for part in alternatives):
        return 'one of ' + ', '.join(f'`{other}`' for part in alternatives for other in part)
    return 'one of these' if node.get('maxProperties') == 1 else 'no'


def members(node, schema):
    out = '| member | needed | value | meaning |\n|---|---|---|---|\n'
    for name, member in node['properties'].items():
        target = schema['$defs'].get(member.get('$ref', '').rsplit('/', 1)[-1], {})
        meaning = member.get('description') or target.get('description', '')
        out += f'| `{name}` | {is_required(name, node)} | {type_of(member, schema)} | {cell(meaning)} |\n'
    return out


def section(key, node, schema):
    """A definition's section; its anchor is its key."""
    out = f'\n## {key}\n\n'
    out += cell(node['description']) + '\n\n' if 'description' in node else ''
    if 'properties' in node:
        return out + members(node, schema)
    if node.get('type') == 'array':
        return out + f'It is {type_of(node, schema)}.\n'
    if 'oneOf' in node:
        return out + f'It is {type_of(node, schema)}.\n'
    return out.rstrip('\n') + '\n'


def schema_page(schema, title, question, made):
    out = f'# {title}\n\n{question}\n\n{made}\n{cell(schema["description"])}\n'
    if 'oneOf' in schema:
        out += f'\nA file is {type_of(schema, schema)}.\n'
    for key, node in schema['$defs'].items():
        out += section(key, node, schema)
    return out
